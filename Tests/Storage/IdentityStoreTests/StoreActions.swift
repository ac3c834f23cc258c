import CardeaIdentityDomain
import CardeaIdentityStore
import CardeaSQLCore

extension IdentityStore {
    /// Makes changes that depend on nothing.
    func make(_ changes: Change...) async throws(StoreError) { try await make(changes) }

    func make(_ changes: [Change]) async throws(StoreError) {
        try await transact(by: .app(AppID(rawValue: "app"))) { Decision(changes, ()) }
    }

    func user(_ id: UserID, in pool: UserPool = .main) async throws(StoreError) -> User? {
        try await read(.user(id, in: pool))
    }

    func session(_ number: UInt64) async throws(StoreError) -> Session? {
        try await read(.session(.sample(number)))
    }

    func users(of pool: UserPool, after: UserID? = nil, limit: Int) async throws(StoreError) -> [User] {
        try await read(.users(of: pool, after: after, limit: limit))
    }

    /// The sessions of a user that are not revoked.
    func activeSessions(of user: UserID, in pool: UserPool) async throws(StoreError) -> [Session] {
        var active: [Session] = []
        for id in try await read(.sessions(.some(user, pool, limit: 2000))) {
            guard let session = try await read(.session(id)), session.revocation == nil else { continue }
            active.append(session)
        }
        return active
    }

    func lastRefreshes(of users: [UserID], in pool: UserPool) async throws(StoreError) -> [UserID: Timestamp]
    {
        try await read(.lastRefreshes(of: users, in: pool))
    }

    func hasTombstone(_ number: UInt64) async throws(StoreError) -> Bool {
        try await read(.hasTombstone(.sample(number)))
    }

    func projects() async throws(StoreError) -> [Project] { try await read(.projects) }
    func sealedKeys() async throws(StoreError) -> [SealedKey] { try await read(.sealedKeys) }

    func administratorTokens() async throws(StoreError) -> [AdministratorToken] {
        try await read(.administratorTokens)
    }

    /// Replaces a session's rotation state, whatever it is.
    ///
    /// - Returns: The new state; `nil` if the session is not active.
    func refresh(_ number: UInt64, pending branch: UInt64) async throws(StoreError) -> RotationState? {
        try await transact(.refresh(of: .sample(number)), by: .server) { row in
            guard let session = row?.session, session.revocation == nil else { return .unchanged(nil) }
            let next = session.rotation.advanced(pending: branch)
            return Decision([.rotate(session.id, from: session.rotation, to: next)], next)
        }
    }

    /// Deletes ended sessions and old tombstones.
    func deleteSessions(endedBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int {
        let ended = try await read(.sessions(.ended(before: moment, limit: limit)))
        let left = limit - ended.count
        let tombstones = left > 0 ? try await read(.sessions(.tombstones(before: moment, limit: left))) : []
        try await make(
            ended.map { .session(.delete($0)) } + tombstones.map { .session(.deleteTombstone($0)) }
        )
        return ended.count + tombstones.count
    }

    /// Revokes some of the void sessions of one user.
    func finishRevocations(limit: Int) async throws(StoreError) -> Bool {
        guard let unfinished = try await read(.unfinishedRevocation) else { return false }
        let sessions = try await read(.sessions(.void(unfinished.user, unfinished.pool, limit: limit)))
        try await make(sessions.map { .session(.revoke($0, unfinished.revocation)) })
        if sessions.count < limit { try await make(.session(.finishRevocation(unfinished.number))) }
        return true
    }

    /// Deletes some of the sessions of one deleted user.
    func finishDeletions(limit: Int) async throws(StoreError) -> Bool {
        guard let user = try await read(.deletedUser) else { return false }
        let sessions = try await read(.sessions(.some(user.id, user.pool, limit: limit)))
        try await make(sessions.map { .session(.deleteWithTombstone($0, at: user.deletedAt)) })
        if sessions.count < limit { try await make(.user(.deleteRemainder(user.id, user.pool))) }
        return true
    }

    func insert(_ project: Project) async throws(StoreError) { try await make(.project(.insert(project))) }
    func update(_ project: Project) async throws(StoreError) { try await make(.project(.update(project))) }
    func insert(_ key: SealedKey) async throws(StoreError) { try await make(.sealedKey(.insert(key))) }
    func update(_ key: SealedKey) async throws(StoreError) { try await make(.sealedKey(.update(key))) }

    func insert(_ token: AdministratorToken) async throws(StoreError) {
        try await make(.administratorToken(.insert(token)))
    }
}

/// Short forms of the changes that these tests make most.
extension Change {
    static func insertUser(_ user: User) -> Change { .user(.insert(user)) }
    static func updateUser(_ user: User) -> Change { .user(.update(user)) }
    static func insertSession(_ session: Session) -> Change { .session(.insert(session)) }
    static func reauthenticate(_ session: Session) -> Change { .session(.reauthenticate(session)) }

    static func deleteUser(_ user: UserID, _ pool: UserPool, at moment: Timestamp) -> Change {
        .user(.delete(user, pool, at: moment))
    }

    static func rotate(_ id: SessionID, from old: RotationState, to new: RotationState) -> Change {
        .session(.rotate(id, from: old, to: new))
    }

    static func revokeSession(_ id: SessionID, _ revocation: Revocation) -> Change {
        .session(.revoke(id, revocation))
    }

    static func revokeSessions(
        of user: UserID,
        _ pool: UserPool,
        except spared: SessionID?,
        _ revocation: Revocation
    ) -> Change { .session(.revokeAll(of: user, pool, except: spared, revocation)) }
}
