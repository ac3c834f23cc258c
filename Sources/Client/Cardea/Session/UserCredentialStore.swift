internal import CardeaEncodings
internal import CardeaSession
internal import CardeaLocks

/// The store of one user: the client's store while the user has the lease of it, memory before and after.
///
/// That is what lets a user object work on after its client has forgotten it: its engine continues refreshing tokens,
/// and nothing of that reaches the disk any more.
final class UserCredentialStore: CredentialStore {
    private struct State {
        var lease: StoreLease?
        /// Whether the leased store is taken to hold this user's record, rather than what that is to replace.
        var isStored = false
        /// The user's session, known before its first record is written.
        var session: ExactText?
        /// The last record that was read or written.
        var record: CredentialRecord?

        var isLeased: Bool { lease?.isCurrent ?? false }

        /// Reads the leased store; returns the record as this user sees it.
        mutating func found(_ stored: CredentialRecord?) -> CredentialRecord? {
            guard let stored, holds(stored) else { return isStored ? nil : record }
            (isStored, session, record) = (true, stored.version.id, stored)
            return stored
        }

        /// Whether a stored record is this user's, and not from before it continued in memory.
        private func holds(_ stored: CredentialRecord) -> Bool {
            guard !isStored else { return stored.version.id == session ?? stored.version.id }
            let isOlder = stored.version.revision < record?.version.revision ?? 0
            return stored.version.id == session && !isOlder
        }
    }

    private let state = Mutex(State())

    /// The record of this user; `nil` if the store has another user's.
    func load() async throws(StoreError) -> CredentialRecord? {
        try await perform { (store) async throws(StoreError) in
            let stored = try await store.load()
            return self.state.withLock { $0.found(stored) }
        } inMemory: {
            $0.record
        }
    }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        state.withLock { $0.session = record.version.id }
        try await perform { (store) async throws(StoreError) in
            do throws(StoreError) {
                try await self.write(record, replacing: version, to: store)
            } catch {
                // If a user became the current one again and is not stored, the session continues in memory.
                guard version != nil, !self.state.withLock(\.isStored) else { throw error }
                self.state.withLock { $0.record = record }
            }
        } inMemory: {
            $0.record = record
        }
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await perform { (store) async throws(StoreError) in
            try await store.delete(self.state.withLock { $0.isStored ? version : nil })
            self.state.withLock { $0.record = nil }
        } inMemory: {
            $0.record = nil
        }
    }

    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        let lease = state.withLock { $0.isLeased ? $0.lease : nil }
        return try await lease?.exclusiveAccess() ?? ExclusiveAccess {}
    }

    /// Works with the store while the lease lasts, and in memory otherwise.
    private func perform<Value: Sendable>(
        _ inStore: @escaping @Sendable (any CredentialStore) async throws(StoreError) -> Value,
        inMemory: @Sendable (inout State) -> Value
    ) async throws(StoreError) -> Value {
        while true {
            if let value = try await state.withLock(\.lease)?.use(inStore) { return value }
            // Unless another lease began meanwhile, with what was remembered until then.
            if let value = state.withLock({ $0.isLeased ? nil : inMemory(&$0) }) { return value }
        }
    }

    private func write(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?,
        to store: any CredentialStore
    ) async throws(StoreError) {
        try await store.save(record, replacing: state.withLock { $0.isStored ? version : nil })
        state.withLock { ($0.isStored, $0.record) = (true, record) }
    }
}

extension UserCredentialStore {
    /// Works with the client's store from now on.
    ///
    /// - Parameters:
    ///   - lease: The right to it.
    ///   - isStored: Whether what it holds is this user's.
    func hold(_ lease: StoreLease, isStored: Bool) {
        state.withLock { ($0.lease, $0.isStored) = (lease, isStored) }
    }

    /// Has the store keep what is remembered, instead of whatever it holds.
    ///
    /// Returns why that is not done yet, if it is not.
    func move(to lease: StoreLease) async -> StoreError? {
        hold(lease, isStored: false)
        return await lease.ensure { (store) async throws(StoreError) in
            guard let record = self.state.withLock({ $0.isStored ? nil : $0.record }) else { return }
            try await self.write(record, replacing: nil, to: store)
        }
    }

    /// Deletes from the store what it holds of this user, or what this user was to replace.
    ///
    /// - Parameter lease: The right to the store; defaults to the user's own.
    /// - Returns: The reason why that is not done yet, if it is not.
    @discardableResult
    func clear(_ lease: StoreLease? = nil) async -> StoreError? {
        let (own, session) = state.withLock { ($0.lease, $0.isStored ? $0.session : nil) }
        return await (lease ?? own)?.ensure { (store) async throws(StoreError) in
            if let failure = await RecordKeeper(store: store).forget(session) { throw failure }
        }
    }
}
