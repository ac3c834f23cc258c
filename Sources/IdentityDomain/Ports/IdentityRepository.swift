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

    /// When the sessions of users were refreshed last, those that have ended but are still stored included.
    ///
    /// - Returns: A moment for each user who has such a session.
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
}
