import Locks

/// A request of the app that renews the credential itself: it goes out with the refresh token in place of the access
/// token, and the new access token comes with its answer.
///
/// It runs as a renewal like any other, which no caller's cancellation reaches; its answer waits here for its caller.
final class Carrier: CredentialRefresher {
    private let call: Call
    private let engine: SessionEngine
    private let arrival = Mutex<Arrival?>(nil)
    private let isBegun = Mutex(false)

    init(_ call: Call, _ engine: SessionEngine) {
        self.call = call
        self.engine = engine
    }

    /// Whether there is an answer for the caller, with a new token or without.
    var isAnswered: Bool { arrival.withLock { $0 != nil } }

    /// Whether it has had its turn.
    var isSpent: Bool { isBegun.withLock(\.self) }

    /// The answer, once.
    func take() -> Arrival? {
        arrival.withLock { arrival in
            defer { arrival = nil }
            return arrival
        }
    }

    func refresh(
        _ credential: Credential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> Credential {
        isBegun.withLock { $0 = true }
        var presented = credential
        presented.accessToken = credential.renewalToken
        let arrival: Arrival
        switch await engine.send(call, with: SessionMachine.Ticket(presenting: presented)) {
        case .success(let success): arrival = success
        case .failure(let error): throw failure(error)
        }
        switch engine.classifier.classify(arrival.response, to: arrival.request) {
        case .expired where arrival.isAuthorized: throw .rejected()
        case .rejected(let reason) where arrival.isAuthorized: throw .rejected(reason)
        case .issued(let new) where arrival.isAuthorized:
            self.arrival.withLock { $0 = arrival }
            return new
        default:
            self.arrival.withLock { $0 = arrival }
            throw .notAsked("no new token came with the answer")
        }
    }

    /// An uncertain renewal is sent again, which not every request can be.
    private func failure(_ error: SessionError) -> RefreshFailure {
        guard let transport = error.transport else { return .transient(error.detail) }
        let retries = call.options.retries ?? engine.configuration.requestRetries
        let isRepeatable = call.isRepeatable && retries.methods.contains(call.request.method)
        return isRepeatable ? .transport(transport) : .once(transport)
    }
}

extension SessionEngine {
    /// What lets a call renew the credential itself, where the back end wants it so.
    func carrier(for call: Call) -> Carrier? {
        isRenewedInBand && call.options.isReplayed ? Carrier(call, self) : nil
    }
}
