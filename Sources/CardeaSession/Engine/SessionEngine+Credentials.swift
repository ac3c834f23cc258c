import Foundation
import CardeaLocks

extension SessionEngine {
    /// A credential that is good for some time yet, renewed first where it is not.
    ///
    /// Without a wish the configured leeway counts, and a token that is still good is returned even when
    /// renewing it fails.
    ///
    /// - Parameter leeway: How long the access token must be good for.
    /// - Returns: The credential.
    /// - Throws: `SessionError`; `lifetimeTooShort` when even the renewed token does not live that long.
    public func validCredential(leeway: Duration? = nil) async throws(SessionError) -> Credential {
        let ticket = try await admit(nil, leeway: leeway, holds: true)
        let uptime = clock.uptime
        let held = core.withLock { $0.machine.held }
        if let leeway, let held, held.stamp == ticket.stamp, let end = held.end, end - uptime < leeway {
            throw SessionError(.lifetimeTooShort)
        }
        return ticket.credential
    }

    /// A newer credential than one that a server refused.
    ///
    /// - Parameter refused: The credential as it was returned before.
    /// - Returns: The present credential when it is newer already; otherwise a renewed one.
    /// - Throws: `SessionError`; `notRefreshable` when there is nothing to renew it with, `tooManyRefreshes` when several
    ///   new credentials were refused in a short time.
    public func credential(replacing refused: Credential) async throws(SessionError) -> Credential {
        let stamp = core.withLock { $0.machine.stamp(of: refused) }
        var tally = Tally()
        guard let ticket = try await sequel(.expired, to: stamp, from: nil, &tally, nil) else {
            let isRefreshable = core.withLock { $0.machine.held?.isRefreshable ?? false }
            guard isRefreshable else { throw SessionError(.notRefreshable) }
            let (count, period) = (configuration.refreshLimit.count, configuration.refreshLimit.period)
            throw SessionError(
                .tooManyRefreshes,
                detail: "the back end rejected \(count) new tokens in \(period)"
            )
        }
        return ticket.credential
    }

    /// Renews the credential now, or joins the renewal under way.
    ///
    /// - Returns: The new credential.
    /// - Throws: `SessionError`; `notRefreshable` when there is nothing to renew it with.
    @discardableResult
    public func refresh() async throws(SessionError) -> Credential {
        guard RenewalPart.ticket(in: self) == nil else {
            throw SessionError(.refreshFailed, detail: "a renewal cannot wait for itself")
        }
        let (decision, waiter) = decide { machine, uptime in machine.refreshNow(at: uptime) }
        switch decision {
        case .send(let ticket): return ticket.credential
        case .wait: return try await outcome(of: waiter).get().credential
        case .restore:
            try await restore()
            return try await refresh()
        case .fail(let error): throw error
        }
    }

    /// The credential for a request that is about to be sent; waits where the rules say so.
    ///
    /// When it waited in vain for a token that is still good, that one is returned. What is itself part of a renewal
    /// gets the credential that this was begun with.
    ///
    /// - Parameters:
    ///   - carrier: Renews the credential by the request itself, where the back end wants it so.
    ///   - session: The session that the request belongs to, once it has been sent; before, the present one.
    ///   - leeway: How long the credential must be good for; `nil` for what the configuration says.
    ///   - holds: Whether to wait for the renewal of a token that is still good; `nil` for what the configuration says.
    /// - Returns: The credential, and which one it is.
    /// - Throws: `SessionError` when there is none, or it could not be renewed.
    @inline(never)
    func admit(
        _ carrier: Carrier? = nil,
        of session: String? = nil,
        leeway: Duration? = nil,
        holds: Bool? = nil
    ) async throws(SessionError) -> SessionMachine.Ticket {
        if let ticket = RenewalPart.ticket(in: self) { return ticket }
        let holds = holds ?? configuration.holdsInsideLeeway
        var session = session
        var mayGoOn = leeway == nil
        let (admission, waiter) = decide(carrier) { machine, uptime in
            session = session ?? machine.held?.stamp.session
            let admission = machine.admit(at: uptime, of: session, leeway: leeway, holds: holds)
            if let refresh = machine.refresh, refresh.holdsAll { mayGoOn = false }
            return admission
        }
        switch admission {
        case .send(let ticket): return ticket
        case .wait: return try await renewed(waiter, carrier, of: session, mayGoOn: mayGoOn)
        case .restore:
            try await restore()
            return try await admit(carrier, of: session, leeway: leeway, holds: holds)
        case .fail(let error): throw error
        }
    }

    /// What a caller gets that waits for a renewal.
    ///
    /// If that fails, one that may go on gets the present credential while it is good.
    @inline(never)
    private func renewed(
        _ waiter: UInt64,
        _ carrier: Carrier?,
        of session: String?,
        mayGoOn: Bool
    ) async throws(SessionError) -> SessionMachine.Ticket {
        let outcome = await renewal(waiter, carrier, of: session)
        if case .failure(let error) = outcome, error.leavesSession, mayGoOn,
            carrier?.mayGoAgain ?? true,
            let usable = usableTicket(carrier, of: session)
        {
            return usable
        }
        return try outcome.get()
    }

    /// The credential to send a request with again, after an answer that was not simply accepted; `nil` when the
    /// answer goes to the caller.
    ///
    /// Which endpoint answered counts, where `request` is known.
    @inline(never)
    func sequel(
        _ verdict: ResponseVerdict,
        to stamp: CredentialStamp,
        from request: HTTPRequest?,
        _ tally: inout Tally,
        _ answer: HTTPResponse?,
        _ carrier: Carrier? = nil
    ) async throws(SessionError) -> SessionMachine.Ticket? {
        guard RenewalPart.ticket(in: self) == nil else { return nil }
        switch verdict {
        case .accepted: return nil
        case .issued(let credential):
            await takeIn(credential, issuedTo: stamp)
            return nil
        case .stepUp(let challenge):
            return try await stepUp(challenge, to: stamp, &tally, answer)
        case .expired: break
        case .rejected: await awaitReplacements()
        }
        let endpoint = request.map(Endpoint.init)
        let (sequel, waiter) = decide(carrier) { [replays = tally.replays] machine, uptime in
            machine.answered(verdict, to: stamp, from: endpoint, replays: replays, at: uptime)
        }
        tally.replays += 1
        switch sequel {
        case .deliver: return nil
        case .replay(let ticket): return ticket
        case .wait:
            let outcome = await renewal(waiter, carrier, of: stamp.session)
            if carrier?.isAnswered ?? false { return nil }
            let ticket = try outcome.mapError { $0.answering(answer) }.get()
            return ticket.stamp == stamp ? nil : ticket
        case .fail(let error): throw error.answering(answer)
        }
    }

    /// What a renewal came to; where requests renew the credential themselves, one whose turn is yet to come goes
    /// when another's was in vain.
    private func renewal(
        _ waiter: UInt64,
        _ carrier: Carrier?,
        of session: String?
    ) async -> Waiters.Outcome {
        let outcome = await outcome(of: waiter)
        guard let carrier, !carrier.isSpent, case .failure(let error) = outcome,
            error.code == .refreshFailed || error.code == .transport, error.retryAfter == nil
        else { return outcome }
        return await Result { () async throws(SessionError) in
            try await self.admit(carrier, of: session)
        }
    }

    /// The held credential when it is still good, though a renewal failed, or when nothing has to be sent any more.
    private func usableTicket(_ carrier: Carrier?, of session: String?) -> SessionMachine.Ticket? {
        let uptime = clock.uptime
        let isAnswered = carrier?.isAnswered ?? false
        return core.withLock { core in
            guard let held = core.machine.held else { return nil }
            let isUsable =
                held.stamp.session == session && held.freshness(at: uptime, leeway: .zero) != .spent
            return isAnswered || isUsable ? held.ticket : nil
        }
    }

    /// Lets the machine decide; begins the renewal it asks for, and counts the caller in when it must wait.
    @inline(never)
    private func decide<Outcome: Waitable>(
        _ carrier: Carrier? = nil,
        _ decision: (inout SessionMachine, Duration) -> SessionMachine.Decision<Outcome>
    ) -> (Outcome, waiter: UInt64) {
        let uptime = clock.uptime
        let (outcome, waiter, effects) = core.withLock { core in
            let decision = decision(&core.machine, uptime)
            let waiter = decision.outcome.isWait ? core.waiters.expect(.renewal) : 0
            let effects = core.effects(of: decision.actions)
            if let refresh = decision.refresh { begin(refresh, &core, by: carrier) }
            return (decision.outcome, waiter, effects)
        }
        if !effects.isEmpty { carryOut(effects) }
        return (outcome, waiter)
    }

    /// Waits with all others for a renewal, or a step-up; leaves alone when the calling task is cancelled.
    func outcome(of waiter: UInt64) async -> Waiters.Outcome {
        let replacement = stallReplacement()
        defer { if let replacement { resumeReplacement(replacement) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wake: Waiters.Wake = { continuation.resume(returning: $0) }
                let settled = core.withLock { $0.waiters.suspend(waiter, wake) }
                if let settled { wake(settled) }
            }
        } onCancel: {
            let leaving = core.withLock { $0.waiters.leave(waiter) }
            leaving?(.failure(SessionError(.cancelled)))
        }
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

extension SessionMachine.Sequel: Waitable {
    var isWait: Bool {
        if case .wait = self { true } else { false }
    }
}
