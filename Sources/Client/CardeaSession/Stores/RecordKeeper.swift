package import CardeaEncodings

/// Reads, changes and writes a session's record, as often as it takes for no other writer to come between.
package struct RecordKeeper: Sendable {
    /// The result of a write.
    enum Outcome: Sendable {
        /// The store holds this record.
        case written(CredentialRecord)
        /// The store holds another session, or what the change did not want to replace.
        case superseded(CredentialRecord)
        /// The store holds nothing.
        case gone
        case failed(StoreError)
    }

    let store: any CredentialStore

    package init(store: any CredentialStore) { self.store = store }

    /// Changes the stored record of a session; a change to `nil` leaves it as it is.
    func change(
        _ session: ExactText,
        _ change: (CredentialRecord) -> CredentialRecord?
    ) async -> Outcome {
        await untilUncontested { () async throws(StoreError) in
            guard let stored = try await store.load() else { return .gone }
            guard stored.version.id == session, let changed = change(stored) else {
                return .superseded(stored)
            }
            let next = changed.following(stored.version)
            try await store.save(next, replacing: stored.version)
            return .written(next)
        }
    }

    /// Writes the first record of a session over whatever there is: its sign-in is the latest.
    func begin(_ record: CredentialRecord) async -> Outcome {
        await untilUncontested { () async throws(StoreError) in
            let first = record.following(record.version)
            try await store.save(first, replacing: nil)
            return .written(first)
        }
    }

    /// Writes the record of a session, when nothing newer than that session is stored.
    ///
    /// A session that was never stored replaces any other, and a store that was emptied is filled again. A write that seemed to fail may have succeeded, and another
    /// process may have continued with it. An open attempt of the stored credential is kept.
    ///
    /// - Parameters:
    ///   - record: The record to write.
    ///   - bringsProfile: Whether its profile is newer than the stored one, which may have been changed meanwhile.
    /// - Returns: The stored record.
    func keep(_ record: CredentialRecord, bringsProfile: Bool) async -> Outcome {
        let session = record.version.id
        let outcome = await change(session) { stored in
            guard record.replaces(stored) else { return nil }
            var kept = bringsProfile ? record : record.with(stored.credential.profile)
            if record.generation <= stored.generation, record.isNewer(than: stored) {
                kept = kept.numbered(stored.generation + 1)
            }
            // A refresh has spent the attempt of its token, also if that token stays.
            let isSpent =
                record.attempt == nil && stored.credential.accessToken != record.credential.accessToken
            return isSpent ? kept : kept.keepingAttempt(of: stored)
        }
        if case .failed(let error) = outcome, error.code == .emptied { return await begin(record) }
        guard !record.wasStored else { return outcome }
        switch outcome {
        case .superseded(let stored) where stored.version.id != session: return await begin(record)
        case .failed(let error) where error.code == .damaged: return await begin(record)
        case .gone: return await begin(record)
        case .written, .superseded, .failed: return outcome
        }
    }

    /// Deletes the record of a session; `nil` for any session.
    package func forget(_ session: ExactText?) async -> StoreError? {
        let outcome = await untilUncontested { () async throws(StoreError) in
            guard let session else {
                try await store.delete(nil)
                return .gone
            }
            guard let stored = try await loadToDelete() else { return .gone }
            guard stored.version.id == session else { return .superseded(stored) }
            try await store.delete(stored.version)
            return .gone
        }
        guard case .failed(let error) = outcome else { return nil }
        return error
    }

    /// Deletes the record of a credential that the back end rejected, unless another process has used it meanwhile.
    ///
    /// - Returns: `superseded` by the record to use instead; `gone` if the rejection counts; `failed` when that cannot
    ///   be known.
    func forget(rejected record: CredentialRecord) async -> Outcome {
        await untilUncontested { () async throws(StoreError) in
            guard let stored = try await loadToDelete() else { return .gone }
            if let newer = RefreshPlan.afterRejection(of: record, stored: stored) {
                return .superseded(newer)
            }
            do throws(StoreError) {
                try await store.delete(stored.version)
            } catch  where error.code == .conflict {
                throw error
            } catch {}
            return .gone
        }
    }

    /// The record; `nil` if the store has been emptied, too.
    private func loadToDelete() async throws(StoreError) -> CredentialRecord? {
        do throws(StoreError) {
            return try await store.load()
        } catch  where error.code == .emptied {
            try await store.delete(nil)
            return nil
        }
    }

    private func untilUncontested(
        _ attempt: () async throws(StoreError) -> Outcome
    ) async -> Outcome {
        var contested = 0
        while true {
            do {
                return try await attempt()
            } catch {
                contested += 1
                guard error.code == .conflict, contested < 16 else { return .failed(error) }
            }
        }
    }
}
