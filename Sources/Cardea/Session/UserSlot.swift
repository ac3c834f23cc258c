internal import CardeaSession
internal import Synchronization

/// The store of one user: the client's store while the user is the current one, memory before and after.
///
/// That is what lets a user object work on after its client has forgotten it: its engine goes on renewing tokens,
/// and nothing of that reaches the disk any more.
final class UserSlot: CredentialStore {
    private struct State {
        var durable: (any CredentialStore)?
        /// The last record that was read or written.
        var record: CredentialRecord?
    }

    private let state: Mutex<State>

    init(_ durable: (any CredentialStore)?) {
        state = Mutex(State(durable: durable, record: nil))
    }

    private var durable: (any CredentialStore)? { state.withLock { $0.durable } }

    /// What is stored of this user; another user's record counts as nothing.
    func load() async throws(StoreError) -> CredentialRecord? {
        let loaded = try await durable?.load()
        return state.withLock { state in
            // Forgotten meanwhile: what the store held or holds is no concern of this user's.
            guard state.durable != nil else { return state.record }
            guard let own = state.record else {
                state.record = loaded
                return loaded
            }
            guard let loaded, loaded.version.session == own.version.session else { return nil }
            state.record = loaded
            return loaded
        }
    }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        if let durable {
            do {
                try await durable.save(record, replacing: version)
            } catch {
                // Forgotten meanwhile: the conflict is with the client, which has deleted or replaced the record.
                guard self.durable == nil else { throw error }
            }
        }
        state.withLock { $0.record = record }
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await durable?.delete(version)
        state.withLock { $0.record = nil }
    }

    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable () async -> Result
    ) async throws(StoreError) -> Result {
        guard let durable else { return await body() }
        return try await durable.withExclusiveAccess(body)
    }
}

extension UserSlot {
    /// Makes a store keep this user, in place of whatever it holds.
    func attach(to store: any CredentialStore) async throws(StoreError) {
        let record = state.withLock { state in
            state.durable = store
            return state.record
        }
        if let record { try await store.save(record, replacing: nil) }
    }

    /// Keeps the user in memory alone from now on; what the store holds stays there.
    func detach() {
        state.withLock { $0.durable = nil }
    }

    /// Keeps the user in memory alone from now on, and deletes what the store holds of it.
    ///
    /// Returns why the store could not do it, if it could not.
    func forget() async -> StoreError? {
        let (store, session) = state.withLock { state in
            defer { state.durable = nil }
            return (state.durable, state.record?.version.session)
        }
        guard let store else { return nil }
        while true {
            do {
                guard let stored = try await store.load(), stored.version.session == session else {
                    return nil
                }
                try await store.delete(stored.version)
            } catch {
                // A write that was under way came first: then its version is the one to delete.
                guard error.code == .conflict else { return error }
            }
        }
    }
}
