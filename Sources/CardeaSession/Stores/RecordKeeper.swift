/// Reads, changes and writes a session's record, as often as it takes for no other writer to come between.
struct RecordKeeper: Sendable {
    /// What a write came to.
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

    /// Changes the stored record of a session; a change to `nil` leaves it as it is.
    func change(
        _ session: String,
        _ change: (CredentialRecord) -> CredentialRecord?
    ) async -> Outcome {
        await untilUncontested { () async throws(StoreError) in
            guard let stored = try await store.load() else { return .gone }
            guard stored.version.session == session, let changed = change(stored) else {
                return .superseded(stored)
            }
            let next = changed.following(stored.version)
            try await store.save(next, replacing: stored.version)
            return .written(next)
        }
    }

    /// Writes the record of a session, when nothing newer than that session is stored.
    ///
    /// A session that was never stored replaces whatever there is: its sign-in is the latest.
    ///
    /// - Parameters:
    ///   - record: What to write.
    ///   - bringsProfile: Whether its profile is newer than the stored one, which may have been changed meanwhile.
    /// - Returns: What is in the store now.
    func keep(_ record: CredentialRecord, bringsProfile: Bool) async -> Outcome {
        guard record.wasStored else {
            return await untilUncontested { () async throws(StoreError) in
                let first = record.following(record.version)
                try await store.save(first, replacing: nil)
                return .written(first)
            }
        }
        return await change(record.version.session) { stored in
            guard record.replaces(stored) else { return nil }
            return bringsProfile ? record : record.with(stored.credential.profile)
        }
    }

    /// Deletes the record of a session, or of whatever session.
    func forget(_ session: String?) async -> StoreError? {
        let outcome = await untilUncontested { () async throws(StoreError) in
            guard let session else {
                try await store.delete(nil)
                return .gone
            }
            guard let stored = try await store.load() else { return .gone }
            guard stored.version.session == session else { return .superseded(stored) }
            try await store.delete(stored.version)
            return .gone
        }
        guard case .failed(let error) = outcome else { return nil }
        return error
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
