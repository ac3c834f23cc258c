import CardeaEncodings
import Foundation
import CardeaLocks

extension SessionEngine {
    /// A credential that is valid for some time, refreshed first where it is not.
    ///
    /// By default, the configured expiry margin counts. If the refresh fails, a token that is still valid is returned.
    ///
    /// - Parameter expiryMargin: How long the access token must be good for.
    /// - Returns: The credential.
    /// - Throws: `SessionError`; `lifetimeTooShort` when the new token's lifetime is shorter, too.
    public func validCredential(expiryMargin: Duration? = nil) async throws(SessionError) -> SessionCredential
    {
        let issued = try await credentialForRequest(expiryMargin: expiryMargin, holds: true)
        let uptime = clock.uptime
        let held = core.withLock { $0.machine.held }
        if let expiryMargin, let held, held.stamp == issued.stamp, let end = held.end,
            end - uptime < expiryMargin
        {
            throw SessionError(.lifetimeTooShort)
        }
        return issued.credential
    }

    /// A newer credential than one that a server rejected.
    ///
    /// - Parameter rejected: The credential as it was returned before.
    /// - Returns: The current credential when it is newer already; otherwise a refreshed one.
    /// - Throws: `SessionError`; `notRefreshable` when there is nothing to refresh it with, `tooManyRefreshes` when several
    ///   new credentials were rejected in a short time.
    public func credential(
        replacing rejected: SessionCredential
    ) async throws(SessionError) -> SessionCredential {
        let stamp = core.withLock { $0.machine.stamp(of: rejected) }
        var counts = AttemptCounts()
        let replay = try await credentialForReplay(.expired, to: stamp, from: nil, &counts, nil)
        guard let issued = replay else {
            let isRefreshable = core.withLock { $0.machine.held?.isRefreshable ?? false }
            guard isRefreshable else { throw SessionError(.notRefreshable) }
            let (count, period) = (configuration.refreshLimit, configuration.refreshLimitPeriod)
            throw SessionError(
                .tooManyRefreshes,
                detail: "the back end rejected \(count) new tokens in \(period)"
            )
        }
        return issued.credential
    }

    /// Refreshes the credential now, or joins the refresh under way.
    ///
    /// It does not wait for the end of the pause that follows failed refreshes, unless the back end named the pause
    /// (`Retry-After`).
    ///
    /// - Returns: The new credential.
    /// - Throws: `SessionError`; `notRefreshable` when there is nothing to refresh it with.
    @discardableResult
    public func refresh() async throws(SessionError) -> SessionCredential {
        guard credentialOfOwnRefresh == nil else {
            throw SessionError(.refreshFailed, detail: "a refresh cannot wait for itself")
        }
        let (decision, waiter) = decide { machine, uptime in machine.refreshNow(at: uptime) }
        switch decision {
        case .send(let issued): return issued.credential
        case .wait: return try await outcome(of: waiter).get().credential
        case .restore:
            try await readStoredSession()
            return try await refresh()
        case .fail(let error): throw error
        }
    }

    /// The credential for a request that is about to be sent; waits where the rules say so.
    ///
    /// If the refresh fails and the current token is still good, that token is returned. A request that is part of a
    /// refresh gets the credential that is refreshed.
    ///
    /// - Parameters:
    ///   - session: The session that the request belongs to; `nil` for the present one.
    ///   - expiryMargin: How long the credential must be good for; `nil` for what the configuration says.
    ///   - holds: Whether to wait for the refresh of a token that is still valid; `nil` for what the configuration says.
    ///   - deadline: The end of the wait; `nil` for that of the refresh.
    /// - Returns: The credential, and which one it is.
    /// - Throws: `SessionError` if there is no credential, or if it could not be refreshed.
    @inline(never)
    func credentialForRequest(
        of session: ExactText? = nil,
        expiryMargin: Duration? = nil,
        holds: Bool? = nil,
        by deadline: Duration? = nil
    ) async throws(SessionError) -> SessionMachine.IssuedCredential {
        if let issued = credentialOfOwnRefresh { return issued }
        let admitted = admit(of: session, expiryMargin: expiryMargin, holds: holds)
        switch admitted.admission {
        case .send(let issued): return issued
        case .wait:
            let outcome = await outcome(of: admitted.waiter, by: deadline)
            return try credential(after: outcome, of: admitted)
        case .restore:
            try await readStoredSession()
            return try await credentialForRequest(
                of: session,
                expiryMargin: expiryMargin,
                holds: holds,
                by: deadline
            )
        case .fail(let error): throw error
        }
    }

    /// The decision on a request before it is sent.
    struct Admitted {
        let admission: SessionMachine.Admission
        let waiter: UInt64
        let session: ExactText?
        /// Whether the request may continue with the current token if the refresh fails.
        let mayUsePresent: Bool
    }

    /// Lets the machine decide on a request that is about to be sent.
    func admit(
        of session: ExactText?,
        expiryMargin: Duration? = nil,
        holds: Bool? = nil,
        by refresher: (any CredentialRefresher)? = nil
    ) -> Admitted {
        let holds = holds ?? configuration.waitsInsideExpiryMargin
        var session = session
        var mayUsePresent = expiryMargin == nil
        let (admission, waiter) = decide(by: refresher) { machine, uptime in
            session = session ?? machine.held?.stamp.session
            let admission = machine.admit(
                at: uptime,
                of: session,
                expiryMargin: expiryMargin,
                holds: holds
            )
            if let refresh = machine.refresh, refresh.holdsAll { mayUsePresent = false }
            return admission
        }
        return Admitted(
            admission: admission,
            waiter: waiter,
            session: session,
            mayUsePresent: mayUsePresent
        )
    }

    /// The credential after a wait: the new one, or the present one while that is valid.
    private func credential(
        after outcome: Waiters.Outcome,
        of admitted: Admitted
    ) throws(SessionError) -> SessionMachine.IssuedCredential {
        if case .failure(let error) = outcome, error.leavesSession, admitted.mayUsePresent,
            let usable = usableCredential(of: admitted.session)
        {
            return usable
        }
        return try outcome.get()
    }

    /// The held credential, while it has not expired.
    func usableCredential(of session: ExactText?) -> SessionMachine.IssuedCredential? {
        let uptime = clock.uptime
        return core.withLock { core in
            guard let held = core.machine.held, held.stamp.session == session,
                held.freshness(at: uptime, expiryMargin: .zero) != .spent
            else { return nil }
            return held.issued
        }
    }

    /// The credential to send a request with again, after a response that was not simply accepted.
    ///
    /// - Parameters:
    ///   - classification: The effect of the response on the credential.
    ///   - stamp: The credential that the request carried.
    ///   - request: The request, where it is known: its endpoint counts.
    ///   - counts: How often the request was sent again already.
    ///   - response: The response, which an error carries.
    ///   - deadline: The end of the wait, which the time of the user's authentication moves.
    ///   - refresher: Carries out a refresh that begins; defaults to the engine's refresher.
    ///   - wait: Waits for the refresh; gives `nil` if there is nothing to send again.
    /// - Returns: The credential; `nil` if the caller gets the response.
    /// - Throws: `SessionError` if the session has ended, or the credential could not be refreshed.
    @inline(never)
    func credentialForReplay(
        _ classification: ResponseClassification,
        to stamp: CredentialStamp,
        from request: CardeaRequest?,
        _ counts: inout AttemptCounts,
        _ response: CardeaResponse?,
        until deadline: inout Duration,
        by refresher: (any CredentialRefresher)? = nil,
        wait: ((UInt64) async -> Waiters.Outcome?)? = nil
    ) async throws(SessionError) -> SessionMachine.IssuedCredential? {
        guard credentialOfOwnRefresh == nil else { return nil }
        switch classification {
        case .accepted: return nil
        case .issued(let credential):
            await useIssued(credential, issuedTo: stamp)
            return nil
        case .stepUp(let challenge):
            let begun = clock.uptime
            let issued = try await stepUp(challenge, to: stamp, &counts, response)
            deadline += clock.uptime - begun
            return issued
        case .expired: break
        case .rejected:
            await waitForReplacements()
            await adoptNewer(than: stamp)
        }
        let endpoint = request.map(Endpoint.init)
        let (step, waiter) = decide(by: refresher) { [replays = counts.replays] machine, uptime in
            machine.responded(classification, to: stamp, from: endpoint, replays: replays, at: uptime)
        }
        counts.replays += 1
        switch step {
        case .deliver: return nil
        case .replay(let issued): return issued
        case .wait:
            let outcome = if let wait { await wait(waiter) } else { await outcome(of: waiter, by: deadline) }
            let issued = try outcome?.mapError { $0.responding(response) }.get()
            return issued?.stamp == stamp ? nil : issued
        case .fail(let error): throw error.responding(response)
        }
    }

    /// Lets the machine decide; starts the refresh it asks for, and counts the caller in when it must wait.
    @inline(never)
    private func decide<Outcome: Waitable>(
        by refresher: (any CredentialRefresher)? = nil,
        _ decision: (inout SessionMachine, Duration) -> SessionMachine.Decision<Outcome>
    ) -> (Outcome, waiter: UInt64) {
        let uptime = clock.uptime
        let (outcome, waiter, effects) = core.withLock { core in
            let decision = decision(&core.machine, uptime)
            let waiter = decision.outcome.isWait ? core.waiters.expect(.refresh) : 0
            let effects = core.effects(of: decision.actions)
            if let refresh = decision.refresh { start(refresh, &core, by: refresher) }
            return (decision.outcome, waiter, effects)
        }
        if !effects.isEmpty { perform(effects) }
        return (outcome, waiter)
    }

    /// As the other one, for a caller whose wait ends with the refresh.
    func credentialForReplay(
        _ classification: ResponseClassification,
        to stamp: CredentialStamp,
        from request: CardeaRequest?,
        _ counts: inout AttemptCounts,
        _ response: CardeaResponse?
    ) async throws(SessionError) -> SessionMachine.IssuedCredential? {
        var deadline = clock.uptime + configuration.refreshDeadline
        return try await credentialForReplay(
            classification,
            to: stamp,
            from: request,
            &counts,
            response,
            until: &deadline
        )
    }
}

/// A decision that can be to wait.
protocol Waitable: Sendable {
    var isWait: Bool { get }
}

extension SessionMachine.Admission: Waitable {
    var isWait: Bool {
        if case .wait = self { true } else { false }
    }
}

extension SessionMachine.NextStep: Waitable {
    var isWait: Bool {
        if case .wait = self { true } else { false }
    }
}
