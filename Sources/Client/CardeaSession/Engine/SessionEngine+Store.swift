import CardeaEncodings
import CardeaLocks

// The pending work on the store: records that could not be written yet, and those of ended sessions.
extension SessionEngine {
    /// Keeps trying to write the current credential to the store; each that follows it is tried on its own.
    func persist() {
        guard let stamp = core.withLock({ $0.machine.held?.stamp }) else { return }
        Task.detached { [weak self] in
            var tries = 0
            while let engine = self, await engine.persist(stamp, after: tries) { tries += 1 }
        }
    }

    /// Waits and writes; `false` when there is nothing to write any more.
    private func persist(_ stamp: CredentialStamp, after tries: Int) async -> Bool {
        let delay = configuration.refreshRetries.delay(before: tries)
        guard (try? await clock.sleep(for: delay)) != nil, let held = unstored(stamp) else { return false }
        if case .written(let stored) = await write(held.record, bringsProfile: held.bringsProfile) {
            apply { $0.persisted(stored) }
        }
        return unstored(stamp) != nil
    }

    private func unstored(_ stamp: CredentialStamp) -> HeldCredential? {
        core.withLock(\.machine.held).flatMap { $0.stamp == stamp && !$0.isDurable ? $0 : nil }
    }

    /// Writes a record of the current session.
    ///
    /// One that was never stored replaces whatever there is: that must not be what a later sign-in stored.
    ///
    /// - Parameters:
    ///   - record: The record to write.
    ///   - bringsProfile: Whether its profile is newer than the stored one.
    /// - Returns: The stored record.
    func write(_ record: CredentialRecord, bringsProfile: Bool) async -> RecordKeeper.Outcome {
        guard !record.wasStored else { return await keeper.keep(record, bringsProfile: bringsProfile) }
        let session = record.version.id
        let outcome = try? await signIns.withLock {
            guard let held = core.withLock(\.machine.held), held.stamp.session == session else {
                return RecordKeeper.Outcome.gone
            }
            // Stored meanwhile, it may have been replaced as well.
            var record = held.record.wasStored ? record.versioned(held.record.version) : record
            // A refresh may have begun after this record was read.
            if record.attempt == nil, held.stamp == record.stamp {
                record = record.journaling(held.record.attempt)
            }
            let outcome = await keeper.keep(record, bringsProfile: bringsProfile)
            if case .written(let stored) = outcome {
                apply { $0.wasStored(stored.version) }
            } else if let attempt = record.attempt, !record.wasStored {
                // The attempt is sent nevertheless. The next write of this session must include it.
                core.withLock { $0.machine.sending(attempt, with: record.stamp) }
            }
            return outcome
        }
        return outcome ?? .failed(StoreError(.cancelled))
    }

    /// Whether the store holds, or held, a version of this record's session.
    func isStored(_ record: CredentialRecord) -> Bool {
        guard !record.wasStored, let held = core.withLock(\.machine.held) else { return record.wasStored }
        return held.record.wasStored && held.stamp.session == record.version.id
    }

    /// Deletes what the store may hold of a session that has ended; when that fails, again and again until it is done.
    ///
    /// - Returns: The reason why it is not done yet, if it is not.
    @discardableResult
    func forget(_ pendingDeletions: SessionMachine.PendingDeletion) async -> StoreError? {
        core.withLock { _ = $0.machine.pendingDeletions.insert(pendingDeletions) }
        let failure = await delete(pendingDeletions)
        if failure != nil { deleteLater(pendingDeletions) }
        return failure
    }

    private func deleteLater(_ pendingDeletions: SessionMachine.PendingDeletion) {
        Task.detached { [weak self, keeper, clock, retries = configuration.refreshRetries] in
            var tries = 0
            while (try? await clock.sleep(for: retries.delay(before: tries))) != nil {
                tries += 1
                if let engine = self {
                    if await engine.delete(pendingDeletions) == nil { return }
                } else {
                    // An unread record may belong to another engine by now.
                    guard case .session(let session) = pendingDeletions else { return }
                    if await keeper.forget(session) == nil { return }
                }
            }
        }
    }

    private func delete(_ pendingDeletions: SessionMachine.PendingDeletion) async -> StoreError? {
        let failure =
            switch pendingDeletions {
            case .session(let session): await deleteInTurn(session)
            case .unread(let change): await deleteUnread(change)
            }
        if failure == nil { core.withLock { _ = $0.machine.pendingDeletions.remove(pendingDeletions) } }
        return failure
    }

    /// Deletes a session's record when that cannot be on its way to the store any more.
    private func deleteInTurn(_ session: ExactText) async -> StoreError? {
        do {
            return try await signIns.withLock { await keeper.forget(session) }
        } catch {
            return StoreError(.cancelled)
        }
    }

    /// Deletes what is stored, unless a sign-in that was begun since replaces it.
    private func deleteUnread(_ change: UInt64) async -> StoreError? {
        let deletion = core.withLock { core in
            guard core.machine.changes == change else { return nil as Task<StoreError?, Never>? }
            let deletion = Task.detached { [keeper] in await keeper.forget(nil) }
            core.deletion = deletion
            return deletion
        }
        return await deletion?.value
    }
}
