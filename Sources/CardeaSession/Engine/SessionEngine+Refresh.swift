import CardeaCryptography
import Foundation
import CardeaLocks

extension SessionEngine {
    typealias RefreshOutcome = SessionMachine.RefreshOutcome

    var keeper: RecordKeeper { RecordKeeper(store: store) }

    /// A renewal under way, what carries it out, and what keeps others from it.
    private struct Renewal: Sendable {
        let refresh: SessionMachine.Refresh
        let refresher: any CredentialRefresher
        let access: ExclusiveAccess
    }

    /// Begins a renewal, in a task of its own that no caller's cancellation reaches.
    ///
    /// It is given up at its deadline, and when the process is about to be suspended.
    ///
    /// - Parameters:
    ///   - refresh: The renewal, which the machine has begun.
    ///   - core: What is under the lock.
    ///   - refresher: Carries it out, in place of the engine's own.
    func begin(
        _ refresh: SessionMachine.Refresh,
        _ core: inout Core,
        by refresher: (any CredentialRefresher)? = nil
    ) {
        guard let held = core.machine.held else { return }
        core.renewal = Task.detached {
            guard let refresher = refresher ?? self.refresher else {
                self.end(refresh, .notAsked(SessionError(.notRefreshable)))
                return nil
            }
            let outcome = await self.renewAlone(held, refresh, by: refresher)
            guard case .renewed(let new) = outcome, self.profileReader != nil else {
                self.end(refresh, outcome)
                return outcome.late
            }
            let read = await self.withProfile(new, refresh)
            self.end(refresh, .renewed(read ?? new))
            if read == nil { self.take { $0.profileReadFailed(in: new.stamp.session) } }
            return nil
        }
        setAlarm(&core)
    }

    /// Lets go of a renewal that is under way; its answer is taken all the same if it comes.
    func giveUp(_ refresh: SessionMachine.Refresh) {
        guard core.withLock({ $0.machine.refresh?.id == refresh.id }) else { return }
        end(refresh, .failed(SessionError(.refreshTimedOut)))
    }

    private func end(_ refresh: SessionMachine.Refresh, _ outcome: RefreshOutcome) {
        if let monitor, let outcome = RefreshReport.Outcome(outcome) {
            let held = core.withLock { $0.waiters.count(for: .renewal) }
            let duration = clock.uptime - refresh.begunAt
            monitor.record(.refreshEnded(.init(outcome: outcome, duration: duration, held: held)))
        }
        take { $0.refreshEnded(refresh, outcome, at: clock.uptime) }
    }

    /// Renews while no other process does.
    private func renewAlone(
        _ held: HeldCredential,
        _ refresh: SessionMachine.Refresh,
        by refresher: any CredentialRefresher
    ) async -> RefreshOutcome {
        do {
            let access = try await exclusiveAccess(held, refresh)
            defer { access.end() }
            return await renew(held, Renewal(refresh: refresh, refresher: refresher, access: access))
        } catch {
            return .notAsked(SessionError(error))
        }
    }

    /// Takes exclusive access of the store, and asks the system for as much time as that lasts.
    private func exclusiveAccess(
        _ held: HeldCredential,
        _ refresh: SessionMachine.Refresh
    ) async throws(StoreError) -> ExclusiveAccess {
        let finish = configuration.backgroundTime.begin { self.giveUp(refresh) }
        do {
            let access = try await store.exclusiveAccess()
            return ExclusiveAccess {
                access.end()
                finish()
            }
        } catch {
            // A session that lives in memory alone has nobody to share with.
            if !held.record.wasStored, error.code != .cancelled { return ExclusiveAccess(onEnd: finish) }
            finish()
            throw error
        }
    }

    /// Looks at the store, writes down what is about to be sent, sends it, and stores what comes.
    private func renew(_ held: HeldCredential, _ renewal: Renewal) async -> RefreshOutcome {
        let plan: RefreshPlan
        do {
            let stored = try await store.load()
            plan = RefreshPlan(held: held.record, stored: stored, isUsable: isUsable)
        } catch {
            if held.isDurable { return .notAsked(SessionError(error)) }
            plan = .renew(held.record)
        }
        switch plan {
        case .adopt(let stored): return .replaced(hold(stored, from: .store))
        case .vanished: return .vanished(late: nil)
        case .renew(let record):
            let isOver = take { $0.lookEnded(renewal.refresh, at: clock.uptime) }
            return isOver ? .unchanged : await journal(record, held, renewal)
        }
    }

    /// Writes down the attempt before it is sent, so that it can be repeated with the same key after a crash.
    private func journal(
        _ record: CredentialRecord,
        _ held: HeldCredential,
        _ renewal: Renewal
    ) async -> RefreshOutcome {
        let hash = Data(SHA256.hash(Array(record.credential.renewalToken.reveal().utf8)))
        let open = record.attempt.flatMap { $0.tokenHash == hash ? $0 : nil }
        if held.isDurable, let open { return await send(record, open, renewal) }
        let attempt = open ?? .init(idempotencyKey: core.withLock { $0.randomID() }, tokenHash: hash)
        switch await keep(record.journaling(attempt), bringsProfile: false) {
        case .written(let journaled):
            take { $0.persisted(journaled) }
            return await send(journaled, journaled.attempt ?? attempt, renewal)
        case .superseded(let stored): return .replaced(hold(stored, from: .store))
        case .gone: return .vanished(late: nil)
        case .failed(let error):
            // Who revives what the store still holds of the session would use a token that is used up by then; of
            // a session that it never held, nothing is lost by going on.
            if record.wasStored { return .notAsked(SessionError(error)) }
            return await send(record, attempt, renewal)
        }
    }

    /// Sends the attempt, again and again with the same key while its outcome is uncertain.
    private func send(
        _ record: CredentialRecord,
        _ attempt: CredentialRecord.JournaledAttempt,
        _ renewal: Renewal
    ) async -> RefreshOutcome {
        core.withLock { $0.machine.sending(attempt, with: record.stamp) }
        var retries = 0
        while !Task.isCancelled {
            monitor?.record(.refreshSent(retry: retries))
            let sending = RefreshAttempt(idempotencyKey: attempt.idempotencyKey, retries: retries)
            do throws(RefreshFailure) {
                let answer = try await answer(to: record, sending, renewal)
                return await store(answer, after: record)
            } catch {
                // Of a renewal that was given up only the success counts: others may have sent the token since.
                guard !Task.isCancelled else { break }
                switch error.outcome {
                case .rejected(let reason): return await rejected(record, reason, renewal)
                case .uncertain, .transient:
                    guard let delay = configuration.refreshRetries.delay(after: error, count: retries) else {
                        return error.wasAsked ? .failed(SessionError(error)) : .notAsked(SessionError(error))
                    }
                    try? await clock.sleep(for: delay)
                    retries += 1
                }
            }
        }
        return .failed(SessionError(.cancelled))
    }

    /// Asks the back end; who gives up meanwhile keeps nobody from asking, though the answer may never come.
    private func answer(
        to record: CredentialRecord,
        _ attempt: RefreshAttempt,
        _ renewal: Renewal
    ) async throws(RefreshFailure) -> Credential {
        let result = await withTaskCancellationHandler {
            await RenewalPart.run(of: self, renewal.refresh, with: record) {
                await Result { () async throws(RefreshFailure) in
                    try await renewal.refresher.refresh(record.credential, attempt: attempt)
                }
            }
        } onCancel: {
            renewal.access.end()
        }
        return try result.get()
    }

    /// Stores a renewed credential before anyone uses it.
    private func store(_ answer: Credential, after record: CredentialRecord) async -> RefreshOutcome {
        if let date = answer.receivedAt { learnTime(date) }
        let new = record.renewed(answer.stamped(at: moment.date).filled(from: record.credential))
        let bringsProfile = answer.profile != nil
        switch await keep(new, bringsProfile: bringsProfile) {
        case .written(let stored): return .renewed(hold(stored, from: .refresh).bringing(bringsProfile))
        case .failed:
            return .renewed(hold(new, from: .refresh, isDurable: false).bringing(bringsProfile))
        case .superseded(let stored): return .replaced(hold(stored, from: .store))
        case .gone: return .vanished(late: new.credential)
        }
    }

    /// The back end refused the credential: unless there is a newer one meanwhile, here or from another process, the
    /// session is over.
    private func rejected(
        _ record: CredentialRecord,
        _ reason: SignOutReason,
        _ renewal: Renewal
    ) async -> RefreshOutcome {
        await awaitReplacements { renewal.access.end() }
        guard !Task.isCancelled else { return .failed(SessionError(.cancelled)) }
        if let newer = core.withLock(\.machine.held), newer.stamp.isNewer(than: record.stamp) {
            return .replaced(newer)
        }
        return switch await keeper.forget(refused: record) {
        case .superseded(let newer) where record.mayGoOver(to: newer): .replaced(hold(newer, from: .store))
        case .failed(let error) where record.wasStored: .failed(SessionError(error))
        case .written, .superseded, .gone, .failed: .rejected(reason)
        }
    }

    private func isUsable(_ record: CredentialRecord) -> Bool {
        hold(record, from: .store).freshness(at: clock.uptime, leeway: .zero) != .spent
    }

    /// Takes a record into use; under the lock, which `moment` takes as well, the moment has to be given.
    func hold(
        _ record: CredentialRecord,
        from source: HeldCredential.Source,
        isDurable: Bool = true,
        at moment: Moment? = nil
    ) -> HeldCredential {
        HeldCredential(
            record,
            from: source,
            isRefreshable: refresher?.canRefresh(record.credential) ?? false,
            isDurable: isDurable,
            at: moment ?? self.moment
        )
    }
}

extension SessionError {
    /// What callers are told of a refresh that failed without ending the session.
    init(_ failure: RefreshFailure) {
        let isCancelled = failure.transport?.code == .cancelled
        let code: Code = failure.transport == nil || isCancelled ? .refreshFailed : .transport
        self.init(code, transport: failure.transport, retryAfter: failure.retryAfter, detail: failure.detail)
    }
}
