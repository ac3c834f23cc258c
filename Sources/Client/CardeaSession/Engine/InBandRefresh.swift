import CardeaEncodings
import CardeaLocks

/// A request of the app that refreshes the credential itself: it is sent with the refresh token instead of the access
/// token, and its response has the new access token.
///
/// It runs as a refresh like any other, which no caller's cancellation reaches; its response waits here for its caller.
final class InBandRefresh: CredentialRefresher {
    private enum State: Sendable {
        case waiting
        /// On its way, or lost on it.
        case sent
        /// It certainly failed.
        case undone
        /// With a new token or without; the response is here until its caller takes it.
        case responded(ReceivedResponse?)
    }

    private let call: SessionCall
    private let engine: SessionEngine
    private let state = Mutex(State.waiting)

    init(_ call: SessionCall, _ engine: SessionEngine) {
        self.call = call
        self.engine = engine
    }

    /// Whether there is a response for the caller, with a new token or without.
    var hasResponse: Bool {
        if case .responded = state.withLock(\.self) { true } else { false }
    }

    /// Whether it has had its turn.
    var isSpent: Bool {
        if case .waiting = state.withLock(\.self) { false } else { true }
    }

    /// Whether its call may go out though it may have reached the server before.
    var mayGoAgain: Bool {
        if case .sent = state.withLock(\.self) { mayRefreshAgain } else { true }
    }

    /// The response, once.
    func take() -> ReceivedResponse? {
        state.withLock { state in
            guard case .responded(let received) = state else { return nil }
            state = .responded(nil)
            return received
        }
    }

    func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        state.withLock { $0 = .sent }
        var presented = credential
        presented.accessToken = credential.exchangedToken
        let received: ReceivedResponse
        switch await engine.send(call, with: SessionMachine.IssuedCredential(presenting: presented)) {
        case .success(let success): received = success
        case .failure(let error): throw failure(error)
        }
        switch engine.classifier.classify(received.response, to: received.request) {
        case .expired where received.isAuthorized: throw .rejected()
        case .rejected(let reason) where received.isAuthorized: throw .rejected(reason)
        case .issued(let new) where received.isAuthorized:
            state.withLock { $0 = .responded(received) }
            return new
        default:
            state.withLock { $0 = .responded(received) }
            throw .notSent("no new token came with the response")
        }
    }

    /// An uncertain refresh is sent again, which not every request can be.
    private func failure(_ error: SessionError) -> RefreshFailure {
        if error.transport?.mayHaveBeenReceived != true { state.withLock { $0 = .undone } }
        guard let transport = error.transport else { return .notSent(error.description) }
        return mayRefreshAgain ? .transport(transport) : .once(transport)
    }

    /// Whether the request may reach the server twice.
    private var mayRefreshAgain: Bool {
        let retries = call.options.retries ?? engine.configuration.requestRetries
        return call.isRepeatable && retries.methods.contains(call.request.method)
    }
}

extension SessionEngine {
    /// Sends a request that brings the new token itself if the present one has expired; otherwise as `perform`.
    func performInBand(_ call: inout SessionCall) async throws(SessionError) -> ReceivedResponse {
        let own = InBandRefresh(call, self)
        var counts = AttemptCounts()
        var issued = try await credential(of: call.session, by: own, until: call.deadline)
        call.session = issued.stamp.session
        while true {
            if let received = own.take() { return received }
            let outcome = await send(call, with: issued)
            if case .success(let received) = outcome, received.isAuthorized {
                let classification = await judge(received, to: issued.stamp)
                if classification != .accepted {
                    let next = try await replayCredential(
                        classification,
                        received,
                        to: issued.stamp,
                        &counts,
                        &call,
                        own
                    )
                    guard let next else { return own.take() ?? received }
                    monitor?(.replayed)
                    issued = next
                    continue
                }
            }
            guard let delay = retryDelay(after: outcome, of: call, counts),
                clock.uptime + delay < call.deadline
            else { return try outcome.get() }
            counts.retries += 1
            try await pause(delay)
            issued = try await credential(of: call.session, by: own, until: call.deadline)
        }
    }

    /// The credential for a request that may refresh it; any one if the request has its response already.
    private func credential(
        of session: ExactText?,
        by own: InBandRefresh,
        until deadline: Duration
    ) async throws(SessionError) -> SessionMachine.IssuedCredential {
        if let issued = credentialOfOwnRefresh { return issued }
        let admitted = admit(of: session, by: own)
        switch admitted.admission {
        case .send(let issued): return issued
        case .wait:
            let outcome = await outcome(of: admitted.waiter, own, of: admitted.session, until: deadline)
            if case .failure(let error) = outcome, error.leavesSession, admitted.mayUsePresent,
                own.mayGoAgain,
                let present = own.hasResponse
                    ? core.withLock({ $0.machine.held?.issued }) : usableCredential(of: admitted.session)
            {
                return present
            }
            return try outcome.get()
        case .restore:
            try await readStoredSession()
            return try await credential(of: session, by: own, until: deadline)
        case .fail(let error): throw error
        }
    }

    /// The credential to send a rejected request again with; `nil` if the request cannot be sent again.
    private func replayCredential(
        _ classification: ResponseClassification,
        _ received: ReceivedResponse,
        to stamp: CredentialStamp,
        _ counts: inout AttemptCounts,
        _ call: inout SessionCall,
        _ own: InBandRefresh
    ) async throws(SessionError) -> SessionMachine.IssuedCredential? {
        guard call.isRepeatable else {
            // The refresh runs anyway: the next request needs the token.
            _ = try await credentialForReplay(
                classification,
                to: stamp,
                from: received.request,
                &counts,
                received.response,
                until: &call.deadline
            )
            return nil
        }
        let deadline = call.deadline
        return try await credentialForReplay(
            classification,
            to: stamp,
            from: received.request,
            &counts,
            received.response,
            until: &call.deadline,
            by: own
        ) { waiter in
            let outcome = await self.outcome(of: waiter, own, of: stamp.session, until: deadline)
            return own.hasResponse ? nil : outcome
        }
    }

    /// The outcome of a refresh.
    ///
    /// If another request's refresh was in vain, this request has its turn.
    private func outcome(
        of waiter: UInt64,
        _ own: InBandRefresh,
        of session: ExactText?,
        until deadline: Duration
    ) async -> Waiters.Outcome {
        let outcome = await outcome(of: waiter, by: deadline)
        guard !own.isSpent, case .failure(let error) = outcome,
            error.code == .refreshFailed || error.code == .transport, error.retryAfter == nil
        else { return outcome }
        return await Result { () async throws(SessionError) in
            try await self.credential(of: session, by: own, until: deadline)
        }
    }
}
