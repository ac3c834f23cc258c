/// A change to sessions.
package enum SessionChange: Sendable, Equatable {
    case insert(Session)
    /// Replaces the rotation state, if the stored one is still `from` and the session is not revoked.
    case rotate(SessionID, from: RotationState, to: RotationState)
    /// Replaces what an authentication sets: its time, epoch, provider, access-token lifetime and expiry.
    case reauthenticate(Session)
    /// Records when a token of the session was seen.
    case use(SessionID, at: Timestamp)
    /// Revokes a session. A session that is revoked already does not change.
    case revoke(SessionID, Revocation)
    /// Revokes a session because of a limit, for a sign-in on a device of a class.
    case evict(SessionID, Revocation, by: Device.Class)
    /// Revokes every active session of a user but one.
    ///
    /// Of very many sessions the newest are revoked at once, and the others by housekeeping. The same decision
    /// must begin a new epoch of the user, by which they are all void.
    case revokeAll(of: UserID, UserPool, except: SessionID?, Revocation)
    /// Revokes a user's active sessions that were authenticated before a moment.
    case revokeEarlier(of: UserID, UserPool, authenticatedBefore: Timestamp, Revocation)
    /// Deletes the record that a user has void sessions to revoke.
    case finishRevocation(Int64)
    case delete(SessionID)
    /// Deletes a session of a deleted user. If the session was active, a tombstone is recorded.
    case deleteWithTombstone(SessionID, at: Timestamp)
    case deleteTombstone(SessionID)
}

package struct SessionLookup: Lookup {
    package let id: SessionID

    package func read(from reader: some RowReader) throws(StoreError) -> Session? { try reader.session(self) }
}

extension Lookup where Self == SessionLookup {
    package static func session(_ id: SessionID) -> Self { SessionLookup(id: id) }
}

/// The session and the user of an access token.
package struct SignedInLookup: Lookup {
    package let session: SessionID
    package let user: UserID
    package let pool: UserPool

    package var extent: ReadExtent { .oneQuery }

    package func read(from reader: some RowReader) throws(StoreError) -> SignedInRows {
        try reader.signedInRows(self)
    }
}

extension Lookup where Self == SignedInLookup {
    package static func signedIn(_ user: UserID, in pool: UserPool, session: SessionID) -> Self {
        SignedInLookup(session: session, user: user, pool: pool)
    }
}

/// The user of an access token, and the session; without a user, there is no session.
package struct SignedInRows: Sendable {
    package let session: Session?
    package let user: User?

    package init(session: Session?, user: User?) {
        self.session = session
        self.user = user
    }
}

/// The values of a session and its user that a refresh reads: only those that the new tokens need.
package struct RefreshLookup: Lookup {
    package let session: SessionID

    package func read(from reader: some RowReader) throws(StoreError) -> RefreshRow? {
        try reader.refreshRow(self)
    }
}

extension Lookup where Self == RefreshLookup {
    package static func refresh(of session: SessionID) -> Self { RefreshLookup(session: session) }
}

/// A session and its user, as far as tokens say anything about them.
package struct RefreshRow: Sendable {
    package let session: TokenSession
    package let user: TokenUser

    package init(session: TokenSession, user: TokenUser) {
        self.session = session
        self.user = user
    }
}

/// When the active sessions of users were last refreshed.
///
/// Of very many sessions the newest count.
package struct LastRefreshesLookup: Lookup {
    package let users: [UserID]
    package let pool: UserPool

    package var extent: ReadExtent { users.count > 1 ? .manyRows : .fewRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [UserID: Timestamp] {
        try reader.lastRefreshes(self)
    }
}

extension Lookup where Self == LastRefreshesLookup {
    package static func lastRefreshes(of users: [UserID], in pool: UserPool) -> Self {
        LastRefreshesLookup(users: users, pool: pool)
    }
}

/// The number of active sessions of a user.
package struct SessionCountLookup: Lookup {
    package let user: UserID
    package let pool: UserPool
    /// The time at which they are active.
    package let at: Timestamp

    package func read(from reader: some RowReader) throws(StoreError) -> Int64 {
        try reader.sessionCount(self)
    }
}

extension Lookup where Self == SessionCountLookup {
    package static func sessionCount(of user: UserID, in pool: UserPool, at now: Timestamp) -> Self {
        SessionCountLookup(user: user, pool: pool, at: now)
    }
}

/// The sessions of a user: those that are not revoked, the oldest first, or all, the newest first.
package struct UserSessionsLookup: Lookup {
    package let user: UserID
    package let pool: UserPool
    package let limit: Int
    package var includesEnded = false

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [Session] {
        try reader.sessions(self)
    }
}

extension Lookup where Self == UserSessionsLookup {
    package static func activeSessions(of user: UserID, in pool: UserPool, limit: Int) -> Self {
        UserSessionsLookup(user: user, pool: pool, limit: limit)
    }

    package static func newestSessions(of user: UserID, in pool: UserPool, limit: Int) -> Self {
        UserSessionsLookup(user: user, pool: pool, limit: limit, includesEnded: true)
    }
}

/// Whether a session was active when its user was deleted.
///
/// The tombstone is kept for a retention period.
package struct TombstoneLookup: Lookup {
    package let session: SessionID

    package func read(from reader: some RowReader) throws(StoreError) -> Bool {
        try reader.hasTombstone(self)
    }
}

extension Lookup where Self == TombstoneLookup {
    package static func hasTombstone(_ session: SessionID) -> Self { TombstoneLookup(session: session) }
}

/// Sessions, or tombstones of sessions, that housekeeping works on.
package enum SessionListLookup: Lookup {
    /// Sessions that were revoked or had expired before a moment.
    case ended(before: Timestamp, limit: Int)
    case tombstones(before: Timestamp, limit: Int)
    /// The active sessions of a user that its epoch has made void, the oldest first.
    case void(UserID, UserPool, limit: Int)
    case some(UserID, UserPool, limit: Int)

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [SessionID] {
        try reader.sessionIDs(self)
    }
}

extension Lookup where Self == SessionListLookup {
    package static func sessions(_ list: SessionListLookup) -> Self { list }
}

/// The record that a user has void sessions to revoke.
package struct UnfinishedRevocation: Sendable, Equatable {
    package let number: Int64
    package let pool: UserPool
    package let user: UserID
    package let revocation: Revocation

    package init(number: Int64, pool: UserPool, user: UserID, revocation: Revocation) {
        self.number = number
        self.pool = pool
        self.user = user
        self.revocation = revocation
    }
}

package struct UnfinishedRevocationLookup: Lookup {
    package func read(from reader: some RowReader) throws(StoreError) -> UnfinishedRevocation? {
        try reader.unfinishedRevocation(self)
    }
}

extension Lookup where Self == UnfinishedRevocationLookup {
    package static var unfinishedRevocation: Self { UnfinishedRevocationLookup() }
}

package protocol SessionReader {
    func signedInRows(_ lookup: SignedInLookup) throws(StoreError) -> SignedInRows
    func session(_ lookup: SessionLookup) throws(StoreError) -> Session?
    func sessions(_ lookup: UserSessionsLookup) throws(StoreError) -> [Session]
    func refreshRow(_ lookup: RefreshLookup) throws(StoreError) -> RefreshRow?
    func lastRefreshes(_ lookup: LastRefreshesLookup) throws(StoreError) -> [UserID: Timestamp]
    func sessionCount(_ lookup: SessionCountLookup) throws(StoreError) -> Int64
    func hasTombstone(_ lookup: TombstoneLookup) throws(StoreError) -> Bool
    func sessionIDs(_ lookup: SessionListLookup) throws(StoreError) -> [SessionID]
    func unfinishedRevocation(
        _ lookup: UnfinishedRevocationLookup
    ) throws(StoreError) -> UnfinishedRevocation?
}
