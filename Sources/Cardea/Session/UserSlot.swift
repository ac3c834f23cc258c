internal import CardeaSession
internal import Locks

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

    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await durable?.exclusiveAccess() ?? ExclusiveAccess {}
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

    /// Keeps the user in memory alone from now on.
    ///
    /// Returns what the store goes on holding of it.
    @discardableResult
    func detach() -> Leftover? {
        state.withLock { state in
            defer { state.durable = nil }
            guard let store = state.durable, let record = state.record else { return nil }
            return Leftover(store: store, session: record.version.session)
        }
    }
}

/// What a store still holds of a user that it was detached from.
struct Leftover: Sendable {
    let store: any CredentialStore
    let session: String

    /// Deletes it, unless another session has taken its place.
    ///
    /// Returns why that could not be done, if it could not.
    func delete() async -> StoreError? {
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

    /// Deletes it as soon as the store can.
    func deleteLater(_ retries: RetryPolicy, _ clock: any SessionClock) {
        Task.detached {
            var tries = 0
            repeat {
                guard (try? await clock.sleep(for: retries.delay(before: tries))) != nil else { return }
                tries += 1
            } while await delete() != nil
        }
    }
}
