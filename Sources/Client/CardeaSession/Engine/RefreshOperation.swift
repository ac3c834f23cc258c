import CardeaLocks

/// One refresh: takes the store's lock, journals the attempt, sends it, and stores the new credential before its use.
struct RefreshOperation: Sendable {
    typealias Outcome = SessionMachine.RefreshOutcome

    /// The result of a step.
    private enum Step<Value: Sendable>: Sendable {
        case next(Value)
        case end(Outcome)
    }

    let engine: SessionEngine
    let refresh: SessionMachine.Refresh
    /// The credential at the time the refresh began.
    let held: HeldCredential
    let refresher: any CredentialRefresher

    /// Runs all steps while no other process refreshes.
    func run() async -> Outcome {
        if refresh.begunAt > engine.clock.uptime {
            try? await engine.clock.sleep(until: refresh.begunAt)
            guard !Task.isCancelled else { return .notSent(SessionError(.cancelled)) }
        }
        let lock: ExclusiveAccess
        do {
            lock = try await acquireLock()
        } catch {
            return .notSent(SessionError(error))
        }
        defer { lock.end() }
        switch await planRefresh() {
        case .end(let outcome): return outcome
        case .next(let record):
            switch await journalAttempt(record) {
            case .end(let outcome): return outcome
            case .next(let journaled): return await send(journaled.record, journaled.attempt, lock)
            }
        }
    }

    /// Takes the store's lock, and asks the system for as much time as it is held.
    private func acquireLock() async throws(StoreError) -> ExclusiveAccess {
        let finish = engine.configuration.backgroundTime.begin { engine.giveUp(refresh) }
        do {
            let lock = try await engine.exclusiveAccess()
            return ExclusiveAccess {
                lock.end()
                finish()
            }
        } catch {
            // A session that is only in memory shares its token with no other process.
            if !held.record.wasStored, error.code != .cancelled { return ExclusiveAccess(onEnd: finish) }
            finish()
            throw error
        }
    }

    /// Looks at the store: another process may have refreshed the credential, or signed out.
    private func planRefresh() async -> Step<CredentialRecord> {
        let plan: RefreshPlan
        do {
            let stored = try await engine.store.load()
            plan = RefreshPlan(held: held.record, stored: stored, isUsable: isUsable)
        } catch {
            // A store that something has emptied gets the record again.
            if held.isDurable, error.code != .emptied { return .end(.notSent(SessionError(error))) }
            plan = .refresh(held.record)
        }
        switch plan {
        case .useStored(let stored): return .end(.replaced(engine.hold(stored, from: .store)))
        case .vanished: return .end(.vanished(late: nil))
        case .refresh(let record):
            let isOver = engine.apply { $0.storeCheckEnded(refresh, at: engine.clock.uptime) }
            return isOver ? .end(.unchanged) : .next(record)
        }
    }

    private func isUsable(_ record: CredentialRecord) -> Bool {
        let credential = engine.hold(record, from: .store)
        return credential.freshness(at: engine.clock.uptime, expiryMargin: .zero) != .spent
    }

    private typealias JournaledRecord = (record: CredentialRecord, attempt: CredentialRecord.JournaledAttempt)

    /// Stores the attempt before it is sent, so that it can be repeated with the same key after a crash.
    private func journalAttempt(_ record: CredentialRecord) async -> Step<JournaledRecord> {
        let hash = record.credential.exchangedTokenHash
        let open = record.attempt.flatMap { $0.tokenHash == hash ? $0 : nil }
        if held.isDurable, let open { return .next((record, open)) }
        let attempt =
            open ?? .init(idempotencyKey: engine.core.withLock { $0.randomID() }, tokenHash: hash)
        switch await engine.write(record.journaling(attempt), bringsProfile: false) {
        case .written(let journaled):
            engine.apply { $0.persisted(journaled) }
            return .next((journaled, journaled.attempt ?? attempt))
        case .superseded(let stored): return .end(.replaced(engine.hold(stored, from: .store)))
        case .gone: return .end(.vanished(late: nil))
        case .failed(let error):
            // If a record of this session is stored, do not continue: after a crash, another process would send the token
            // under another key. A session that was never stored can continue.
            if engine.isStored(record) { return .end(.notSent(SessionError(error))) }
            return .next((record, attempt))
        }
    }

    /// Sends the attempt, again and again with the same key while its outcome is uncertain.
    private func send(
        _ record: CredentialRecord,
        _ attempt: CredentialRecord.JournaledAttempt,
        _ lock: ExclusiveAccess
    ) async -> Outcome {
        engine.core.withLock { $0.machine.sending(attempt, with: record.stamp) }
        var retries = 0
        while !Task.isCancelled {
            engine.monitor?(.refreshSent(retry: retries))
            let sending = RefreshAttempt(idempotencyKey: attempt.idempotencyKey, retries: retries)
            do throws(RefreshFailure) {
                let credential = try await sendOnce(record, sending, lock)
                return await persist(credential, after: record)
            } catch {
                engine.core.withLock { core in
                    core.machine.pauseNamed(
                        by: SessionError(error),
                        with: record.stamp,
                        at: engine.clock.uptime
                    )
                }
                // After the refresh was given up only a success counts: others may have sent the token since.
                guard !Task.isCancelled else { break }
                switch error.outcome {
                case .rejected(let reason): return await handleRejection(of: record, reason, lock)
                case .uncertain, .transient:
                    guard let delay = engine.configuration.refreshRetries.delay(after: error, count: retries)
                    else {
                        return Outcome(error)
                    }
                    try? await engine.clock.sleep(for: delay)
                    retries += 1
                }
            }
        }
        return .failed(SessionError(.cancelled))
    }

    /// Sends the refresh.
    ///
    /// If the task is cancelled, the store's lock is released at once; a late response is still used.
    private func sendOnce(
        _ record: CredentialRecord,
        _ attempt: RefreshAttempt,
        _ lock: ExclusiveAccess
    ) async throws(RefreshFailure) -> SessionCredential {
        let work = EngineTask.Work.refresh(refresh.id, SessionMachine.IssuedCredential(record))
        let result = await withTaskCancellationHandler {
            await EngineTask.run(work, for: engine) {
                await Result { () async throws(RefreshFailure) in
                    try await refresher.refresh(record.credential, attempt: attempt)
                }
            }
        } onCancel: {
            lock.end()
        }
        return try result.get()
    }

    /// Stores a refreshed credential before its use.
    private func persist(_ credential: SessionCredential, after record: CredentialRecord) async -> Outcome {
        if let date = credential.receivedAt { engine.learnTime(date) }
        let new = record.refreshed(
            credential.stamped(at: engine.moment.date).filled(from: record.credential)
        )
        let bringsProfile = credential.profile != nil
        switch await engine.write(new, bringsProfile: bringsProfile) {
        case .written(let stored):
            return .refreshed(engine.hold(stored, from: .refresh).bringing(bringsProfile))
        case .failed:
            return .refreshed(engine.hold(new, from: .refresh, isDurable: false).bringing(bringsProfile))
        case .superseded(let stored): return .replaced(engine.hold(stored, from: .store))
        case .gone: return .vanished(late: new.credential)
        }
    }

    /// Ends the session after the back end rejected the credential, unless a newer one is here or in the store.
    private func handleRejection(
        of record: CredentialRecord,
        _ reason: SignOutReason,
        _ lock: ExclusiveAccess
    ) async -> Outcome {
        await engine.waitForReplacements { lock.end() }
        guard !Task.isCancelled else { return .failed(SessionError(.cancelled)) }
        if let newer = engine.core.withLock(\.machine.held), newer.stamp.isNewer(than: record.stamp) {
            return .replaced(newer)
        }
        return switch await engine.keeper.forget(rejected: record) {
        case .superseded(let newer) where record.mayBeReplaced(by: newer):
            .replaced(engine.hold(newer, from: .store))
        case .failed(let error) where record.wasStored: .failed(SessionError(error))
        case .written, .superseded, .gone, .failed: .rejected(reason)
        }
    }
}

extension SessionMachine.RefreshOutcome {
    /// The outcome after a failure that leaves the session.
    fileprivate init(_ failure: RefreshFailure) {
        let error = SessionError(failure)
        self = !failure.wasSent ? .notSent(error) : failure.isForeign ? .foreign(error) : .failed(error)
    }
}

extension SessionError {
    /// The error for callers after a refresh that failed without an end of the session.
    init(_ failure: RefreshFailure) {
        let isCancelled = failure.transport?.code == .cancelled
        let code: Code = failure.transport == nil || isCancelled ? .refreshFailed : .transport
        self.init(code, transport: failure.transport, retryAfter: failure.retryAfter, detail: failure.detail)
    }
}
