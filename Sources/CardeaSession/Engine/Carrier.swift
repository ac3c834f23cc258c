import CardeaLocks

/// A request of the app that renews the credential itself: it goes out with the refresh token in place of the access
/// token, and the new access token comes with its answer.
///
/// It runs as a renewal like any other, which no caller's cancellation reaches; its answer waits here for its caller.
final class Carrier: CredentialRefresher {
    private enum State: Sendable {
        case waiting
        /// On its way, or lost on it.
        case sent
        /// It certainly came to nothing.
        case undone
        /// With a new token or without; the answer is here until its caller takes it.
        case answered(Arrival?)
    }

    private let call: Call
    private let engine: SessionEngine
    private let state = Mutex(State.waiting)

    init(_ call: Call, _ engine: SessionEngine) {
        self.call = call
        self.engine = engine
    }

    /// Whether there is an answer for the caller, with a new token or without.
    var isAnswered: Bool {
        if case .answered = state.withLock(\.self) { true } else { false }
    }

    /// Whether it has had its turn.
    var isSpent: Bool {
        if case .waiting = state.withLock(\.self) { false } else { true }
    }

    /// Whether its call may go out though it may have reached the server before.
    var mayGoAgain: Bool {
        if case .sent = state.withLock(\.self) { isRepeatable } else { true }
    }

    /// The answer, once.
    func take() -> Arrival? {
        state.withLock { state in
            guard case .answered(let arrival) = state else { return nil }
            state = .answered(nil)
            return arrival
        }
    }

    func refresh(
        _ credential: Credential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> Credential {
        state.withLock { $0 = .sent }
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
            state.withLock { $0 = .answered(arrival) }
            return new
        default:
            state.withLock { $0 = .answered(arrival) }
            throw .notAsked("no new token came with the answer")
        }
    }

    /// An uncertain renewal is sent again, which not every request can be.
    private func failure(_ error: SessionError) -> RefreshFailure {
        if error.transport?.mayHaveBeenReceived != true { state.withLock { $0 = .undone } }
        guard let transport = error.transport else { return .notAsked(error.description) }
        return isRepeatable ? .transport(transport) : .once(transport)
    }

    private var isRepeatable: Bool {
        let retries = call.options.retries ?? engine.configuration.requestRetries
        return call.isRepeatable && retries.methods.contains(call.request.method)
    }
}

extension SessionEngine {
    /// What lets a call renew the credential itself, where the back end wants it so.
    func carrier(for call: Call) -> Carrier? {
        isRenewedInBand && call.options.isReplayed ? Carrier(call, self) : nil
    }
}
