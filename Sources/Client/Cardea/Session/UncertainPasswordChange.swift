internal import CardeaEncodings
internal import CardeaSession
internal import CardeaIdentityWire
internal import CardeaLocks

/// Passwords whose setting was asked for, and of which it is not known yet whether they were set.
///
/// They stay in memory until a response of the server shows which password is valid. The change may have revoked the
/// session's tokens. Then only one of these passwords can get new tokens.
final class UncertainPasswordChange: Sendable {
    private struct Change: Sendable {
        let name: SignInName
        let password: SessionSecret
        let user: String
        /// Whether the response may still come.
        var isAwaited = true
    }

    /// The latest is the last.
    private let changes = Mutex<[Change]>([])

    /// Remembers a change that is about to be asked for.
    func begin(_ name: SignInName, password: String, of user: String) {
        rejected(password)
        changes.withLock { $0.append(Change(name: name, password: SessionSecret(password), user: user)) }
    }

    /// Takes note that the server did not make a change.
    func rejected(_ password: String) {
        changes.withLock { $0.removeAll { $0.password == SessionSecret(password) } }
    }

    /// Takes note that the response to a change was lost.
    func responseWasLost(_ password: String) {
        changes.withLock { changes in
            for index in changes.indices where changes[index].password == SessionSecret(password) {
                changes[index].isAwaited = false
            }
        }
    }

    /// Takes note of tokens that the server refreshed, which it does not with those that died of a change.
    func tokensWereRefreshed() {
        changes.withLock { $0.removeAll { !$0.isAwaited } }
    }

    /// Forgets every change: the session has tokens that were made after them.
    func settle() {
        changes.withLock { $0 = [] }
    }

    /// Signs in with a password that may be the user's current one.
    ///
    /// - Parameters:
    ///   - server: Where to.
    ///   - password: Which one; defaults to any of them.
    /// - Returns: `nil` when no change is open, or when the server says that none has happened.
    /// - Throws: The reason why that is not known yet.
    func signIn(
        at server: IdentityToolkitClient,
        with password: String? = nil
    ) async throws(ServerFailure) -> SessionCredential? {
        for open in changes.withLock({ $0.reversed() }) {
            if let password, open.password != SessionSecret(password) { continue }
            do throws(ServerFailure) {
                let received = try await server.signInWithPassword(
                    open.name,
                    password: open.password.reveal()
                )
                guard received.message.localId.exact == open.user.exact else { continue }
                var credential = try SessionCredential(received)
                credential.profile = nil
                return credential
            } catch {
                guard error.rejectsSignIn else { throw error }
            }
        }
        return nil
    }
}

extension ServerFailure {
    /// Whether the server has read its users and rejects this sign-in.
    fileprivate var rejectsSignIn: Bool {
        switch code {
        case .invalidPassword, .invalidLoginCredentials, .emailNotFound, .userDisabled, .userNotFound: true
        default: false
        }
    }
}
