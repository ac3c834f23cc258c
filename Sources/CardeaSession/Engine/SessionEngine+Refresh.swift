import Cryptography
import Foundation
import Locks

extension SessionEngine {
    typealias RefreshOutcome = SessionMachine.RefreshOutcome

    var keeper: RecordKeeper { RecordKeeper(store: store) }

    /// A renewal under way, and what carries it out.
    private struct Renewal: Sendable {
        let refresh: SessionMachine.Refresh
        let refresher: any CredentialRefresher
    }

    /// Begins a renewal, in tasks of its own that no caller's cancellation reaches.
    ///
    /// - Parameters:
    ///   - refresh: The renewal.
    ///   - held: The credential to renew.
    ///   - refresher: Carries it out, in place of the engine's own.
    /// - Returns: The renewal, which is given up when the process is about to be suspended, and the watch that gives
    ///   it up at its deadline.
    func begin(
        _ refresh: SessionMachine.Refresh,
        _ held: HeldCredential,
        by refresher: (any CredentialRefresher)? = nil
    ) -> [Task<Void, Never>] {
        let renewal = Task.detached {
            let finish = self.configuration.backgroundTime.begin { self.giveUp(refresh) }
            defer { finish() }
            guard let refresher = refresher ?? self.refresher else {
                return self.end(refresh, .failed(SessionError(.notRefreshable), nil))
            }
            let outcome = await self.renewAlone(held, Renewal(refresh: refresh, refresher: refresher))
            guard case .renewed(let new) = outcome, self.profileReader != nil else {
                return self.end(refresh, outcome)
            }
            let read = await self.withProfile(new, refresh)
            self.end(refresh, .renewed(read ?? new))
            if read == nil { self.take { $0.profileReadFailed(in: new.stamp.session) } }
        }
        let watch = Task.detached {
            guard (try? await self.clock.sleep(for: self.configuration.refreshDeadline)) != nil else {
                return
            }
            self.giveUp(refresh)
        }
        return [renewal, watch]
    }

    /// Lets go of a renewal, and of the store's lock with it; its answer is taken all the same if it comes.
    private func giveUp(_ refresh: SessionMachine.Refresh) {
        take { $0.refreshTimedOut(refresh, at: clock.uptime) }
    }

    private func end(_ refresh: SessionMachine.Refresh, _ outcome: RefreshOutcome) {
        let held = core.withLock { $0.waiters.count }
        let duration = clock.uptime - refresh.begunAt
        monitor?.record(.refreshEnded(.init(outcome: .init(outcome), duration: duration, held: held)))
        take { $0.refreshEnded(refresh, outcome, at: clock.uptime) }
    }

    /// Renews while no other process does.
    private func renewAlone(_ held: HeldCredential, _ renewal: Renewal) async -> RefreshOutcome {
        do {
            return try await store.withExclusiveAccess { await self.renew(held, renewal) }
        } catch {
            // A session that lives in memory alone has nobody to share with.
            guard !held.record.wasStored, error.code != .cancelled else {
                return .failed(SessionError(error), nil)
            }
            return await renew(held, renewal)
        }
    }

    /// Looks at the store, writes down what is about to be sent, sends it, and stores what comes.
    private func renew(_ held: HeldCredential, _ renewal: Renewal) async -> RefreshOutcome {
        let plan: RefreshPlan
        do {
            let stored = try await store.load()
            plan = RefreshPlan(held: held.record, stored: stored, isUsable: isUsable)
        } catch {
            if held.isDurable { return .failed(SessionError(error), nil) }
            plan = .renew(held.record)
        }
        switch plan {
        case .adopt(let stored): return .replaced(hold(stored, from: .store))
        case .vanished: return .vanished
        case .renew(let record): return await journal(record, held, renewal)
        }
    }

    /// Writes down the attempt before it is sent, so that it can be repeated with the same key after a crash.
    private func journal(
        _ record: CredentialRecord,
        _ held: HeldCredential,
        _ renewal: Renewal
    ) async -> RefreshOutcome {
        let hash = Data(SHA256.hash(Array(record.credential.renewalToken.reveal().utf8)))
        if held.isDurable, let open = record.attempt, open.tokenHash == hash {
            return await send(record, open, renewal)
        }
        let attempt =
            record.attempt.flatMap { $0.tokenHash == hash ? $0 : nil }
            ?? .init(idempotencyKey: core.withLock { $0.randomID() }, tokenHash: hash)
        switch await keep(record.journaling(attempt), bringsProfile: false) {
        case .written(let journaled):
            take { $0.persisted(journaled) }
            return await send(journaled, attempt, renewal)
        case .superseded(let stored): return .replaced(hold(stored, from: .store))
        case .gone: return .vanished
        case .failed(let error):
            // Who revives what the store still holds of the session would use a token that is used up by then; of
            // a session that it never held, nothing is lost by going on.
            if record.wasStored { return .failed(SessionError(error), nil) }
            return await send(record, attempt, renewal)
        }
    }

    /// Sends the attempt, again and again with the same key while its outcome is uncertain.
    private func send(
        _ record: CredentialRecord,
        _ attempt: CredentialRecord.JournaledAttempt,
        _ renewal: Renewal
    ) async -> RefreshOutcome {
        var retries = 0
        while true {
            monitor?.record(.refreshSent(retry: retries))
            let sending = RefreshAttempt(idempotencyKey: attempt.idempotencyKey, retries: retries)
            let answer = await abandonable {
                await RenewalPart.run(of: self, renewal.refresh, with: record) {
                    await Result { () async throws(RefreshFailure) in
                        try await renewal.refresher.refresh(record.credential, attempt: sending)
                    }
                }
            } late: { late in
                guard case .success(let credential) = late else { return }
                self.end(renewal.refresh, await self.store(credential, after: record))
            }
            switch answer {
            case nil: return .failed(SessionError(.refreshTimedOut), attempt)
            case .success(let credential): return await store(credential, after: record)
            case .failure(let failure):
                switch failure.outcome {
                case .rejected(let reason): return await rejected(record, reason)
                case .uncertain where retries < configuration.refreshRetries.limit:
                    let delay = configuration.refreshRetries.delay(before: retries)
                    guard (try? await clock.sleep(for: delay)) != nil else {
                        return .failed(SessionError(failure), attempt)
                    }
                    retries += 1
                case .uncertain, .transient: return .failed(SessionError(failure), attempt)
                }
            }
        }
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
        case .gone: return .vanished
        }
    }

    /// The back end refused the credential: unless another process has used it meanwhile, the session is over.
    private func rejected(_ record: CredentialRecord, _ reason: SignOutReason) async -> RefreshOutcome {
        let stored = try? await store.load()
        if let newer = RefreshPlan.afterRejection(of: record, stored: stored ?? nil) {
            return .replaced(hold(newer, from: .store))
        }
        _ = await keeper.forget(record.version.session)
        return .rejected(reason)
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
        self.init(code, transport: failure.transport, detail: failure.detail)
    }
}
