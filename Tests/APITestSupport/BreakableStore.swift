package import CardeaIdentityDomain
import CardeaLocks

/// A store that fails while it is told to, and otherwise does what the one behind it does.
package final class BreakableStore<Store: IdentityRepository & ProjectRepository & SecurityEventRepository>:
    Sendable
{
    private let store: Store
    private let failure = Mutex<StoreError?>(nil)

    package init(_ store: Store) { self.store = store }

    /// Fails from now on with an error; `nil` mends it.
    package func fail(with error: StoreError?) { failure.withLock { $0 = error } }

    private func working() throws(StoreError) -> Store {
        if let error = failure.withLock(\.self) { throw error }
        return store
    }
}

extension BreakableStore: IdentityRepository {
    package func read(_ selection: Selection) async throws(StoreError) -> Snapshot {
        try await working().read(selection)
    }

    package func transact<Outcome: Sendable>(
        _ selection: Selection,
        _ decide: @escaping @Sendable (Snapshot) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome {
        try await working().transact(selection, decide)
    }

    package func users(of pool: UserPool, after: UserID?, limit: Int) async throws(StoreError) -> [User] {
        try await working().users(of: pool, after: after, limit: limit)
    }

    package func liveSessions(of user: UserID, in pool: UserPool) async throws(StoreError) -> [Session] {
        try await working().liveSessions(of: user, in: pool)
    }

    package func lastRefreshes(
        of users: [UserID],
        in pool: UserPool
    ) async throws(StoreError) -> [UserID: Timestamp] {
        try await working().lastRefreshes(of: users, in: pool)
    }

    package func wentWithUser(_ session: SessionID) async throws(StoreError) -> Bool {
        try await working().wentWithUser(session)
    }

    package func deleteSessions(endedBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try await working().deleteSessions(endedBefore: moment, limit: limit)
    }

    package func finishRevocations(limit: Int) async throws(StoreError) -> Bool {
        try await working().finishRevocations(limit: limit)
    }

    package func finishDeletions(limit: Int) async throws(StoreError) -> Bool {
        try await working().finishDeletions(limit: limit)
    }

    package func deleteUnusedAnonymousUsers(
        of project: ProjectID,
        unusedSince moment: Timestamp,
        from page: UserPage?,
        limit: Int,
        at now: Timestamp
    ) async throws(StoreError) -> (deleted: Int, next: UserPage?) {
        try await working().deleteUnusedAnonymousUsers(
            of: project,
            unusedSince: moment,
            from: page,
            limit: limit,
            at: now
        )
    }
}

extension BreakableStore: SecurityEventRepository {
    package func securityEvents(
        _ search: SecurityEventSearch
    ) async throws(StoreError) -> [RecordedSecurityEvent] {
        try await working().securityEvents(search)
    }

    package func deleteSecurityEvents(
        before moment: Timestamp,
        limit: Int
    ) async throws(StoreError) -> Int {
        try await working().deleteSecurityEvents(before: moment, limit: limit)
    }
}

extension BreakableStore: ProjectRepository {
    package func projects() async throws(StoreError) -> [Project] { try await working().projects() }

    package func sealedKeys() async throws(StoreError) -> [SealedKey] { try await working().sealedKeys() }

    package func administratorTokens() async throws(StoreError) -> [AdministratorToken] {
        try await working().administratorTokens()
    }

    package func apply(_ changes: [DirectoryChange]) async throws(StoreError) {
        try await working().apply(changes)
    }
}
