internal import CardeaSession
internal import IdentityWire
internal import Locks

/// A password whose setting was asked for, and of which no answer told yet whether it was set.
///
/// It stays in memory, only until the server's answer settles the matter, or its next one after that was lost: the
/// session's tokens may have died of the change, and then this password is all that can bring new ones.
final class UncertainPasswordChange: Sendable {
    private struct Change {
        let email: String
        let password: Secret
        let user: String
        /// Whether the answer may still come.
        var isAwaited = true
    }

    private let change = Mutex<Change?>(nil)

    /// Remembers a change that is about to be asked for.
    func begin(email: String, password: String, of user: String) {
        change.withLock { $0 = Change(email: email, password: Secret(password), user: user) }
    }

    /// Takes note that the answer was lost.
    func answerWasLost() {
        change.withLock { $0?.isAwaited = false }
    }

    /// Takes note of tokens that the server renewed, which it does not with those that died of the change.
    func tokensWereRenewed() {
        change.withLock { if $0?.isAwaited == false { $0 = nil } }
    }

    /// Forgets the change: its outcome is known, or does not matter any more.
    func settle() {
        change.withLock { $0 = nil }
    }

    /// Signs in with the password that may be the account's by now.
    ///
    /// Returns `nil` when no change is open, or when the server says that it has not happened.
    func signIn(at server: IdentityToolkitClient) async throws(ServerFailure) -> Credential? {
        guard let open = change.withLock({ $0 }) else { return nil }
        do {
            let received = try await server.signInWithPassword(
                email: open.email,
                password: open.password.reveal()
            )
            guard received.answer.localId == open.user else { return nil }
            var credential = try Credential(received)
            credential.profile = nil
            settle()
            return credential
        } catch {
            guard error.refusesSignIn else { throw error }
            return nil
        }
    }
}

extension ServerFailure {
    /// Whether the server knows its accounts and says that none can be signed in to like this.
    fileprivate var refusesSignIn: Bool {
        switch code {
        case .invalidPassword, .invalidLoginCredentials, .emailNotFound, .userDisabled, .userNotFound: true
        default: false
        }
    }
}
