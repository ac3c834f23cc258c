/// The store of users and sessions, as the use cases see it.
///
/// A use case names what it reads, decides by pure rules on what it got, and returns what is to change:
///
///     let outcome = try await repository.transact(.session(id)) { found in
///         guard let session = found.session else { return .unchanged(.unknownSession) }
///         return Decision([.revoke(session.id, …)], .revoked)
///     }
package protocol IdentityRepository: Sendable {
    /// Reads what is selected, as of one moment, from what was last committed.
    func read(_ selection: Selection) async throws(StoreError) -> Snapshot

    /// Reads what is selected, lets `decide` say what changes, and makes all the changes or none.
    ///
    /// When it returns, the changes are durable. No other writer comes between the read and the changes.
    /// `decide` is pure: it may run more than once.
    func transact<Outcome: Sendable>(
        _ selection: Selection,
        _ decide: @escaping @Sendable (Snapshot) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome

    /// One page of the users of a pool, ordered by id.
    ///
    /// - Parameters:
    ///   - pool: Whose users.
    ///   - after: The last id of the page before; `nil` for the first page.
    ///   - limit: The most users to return.
    /// - Returns: The users, fewer than the limit only on the last page.
    /// - Throws: `StoreError`
    func users(of pool: UserPool, after: UserID?, limit: Int) async throws(StoreError) -> [User]

    /// The sessions of a user that are not revoked, newest first.
    func liveSessions(of user: UserID, in pool: UserPool) async throws(StoreError) -> [Session]

    /// When the sessions of users were refreshed last; of very many sessions the newest are looked at.
    ///
    /// - Returns: A moment for each user with a session that stands and was refreshed.
    /// - Throws: `StoreError`
    func lastRefreshes(of users: [UserID], in pool: UserPool) async throws(StoreError) -> [UserID: Timestamp]

    /// Whether a session stood until its user's account was deleted; that is remembered for a while.
    func wentWithUser(_ session: SessionID) async throws(StoreError) -> Bool

    /// Deletes sessions that were revoked or had expired before a moment, and the memory of those that went
    /// with an account before it.
    ///
    /// It is one short transaction: between two of them others have their turn.
    ///
    /// - Parameters:
    ///   - moment: What ended at this moment or later stays.
    ///   - limit: The most to delete.
    /// - Returns: How many went; fewer than the limit only when none is left.
    /// - Throws: `StoreError`
    func deleteSessions(endedBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int

    /// Marks some of the sessions as ended that a change of their account has made void before.
    ///
    /// - Parameter limit: The most sessions to mark.
    /// - Returns: Whether any may be left.
    /// - Throws: `StoreError`
    func finishRevocations(limit: Int) async throws(StoreError) -> Bool

    /// Deletes some of what is left of deleted accounts.
    ///
    /// - Parameter limit: The most sessions to delete.
    /// - Returns: Whether anything may be left.
    /// - Throws: `StoreError`
    func finishDeletions(limit: Int) async throws(StoreError) -> Bool

    /// Deletes anonymous users of a project who were created before a moment and did nothing since.
    ///
    /// - Parameters:
    ///   - project: Whose users, those of tenants included.
    ///   - moment: A user who signed in or refreshed a session at this moment or later stays.
    ///   - page: Where to begin: what the step before returned.
    ///   - limit: The most users to look at.
    ///   - now: The moment of the deletion.
    /// - Returns: How many were deleted, and where the next step begins; no page when none is left.
    /// - Throws: `StoreError`
    func deleteUnusedAnonymousUsers(
        of project: ProjectID,
        unusedSince moment: Timestamp,
        from page: UserPage?,
        limit: Int,
        at now: Timestamp
    ) async throws(StoreError) -> (deleted: Int, next: UserPage?)
}

/// A place in a list of users that is ordered by their creation.
package struct UserPage: Sendable, Equatable {
    package let createdAt: Timestamp
    package let pool: UserPool
    package let user: UserID

    package init(createdAt: Timestamp, pool: UserPool, user: UserID) {
        self.createdAt = createdAt
        self.pool = pool
        self.user = user
    }
}
