internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension SQLRowReader: SessionReader {
    func session(_ lookup: SessionLookup) throws(StoreError) -> Session? {
        try first(Sessions.byID, [lookup.id.sqlValue])
    }

    func sessions(_ lookup: UserSessionsLookup) throws(StoreError) -> [Session] {
        try all(
            lookup.includesEnded ? Sessions.newest : Sessions.active,
            arguments(lookup.user, lookup.pool, lookup.limit)
        )
    }

    func signedInRows(_ lookup: SignedInLookup) throws(StoreError) -> SignedInRows {
        let key = UserPool.columns.values(lookup.pool, [lookup.user.sqlValue])
        let session = lookup.session.sqlValue
        guard locks else {
            return try first(Sessions.signedIn, [session] + key) ?? SignedInRows(session: nil, user: nil)
        }
        // A statement locks the rows of one table.
        return SignedInRows(
            session: try first(Sessions.byID, [session]),
            user: try first(Users.byID, key)
        )
    }

    func refreshRow(_ lookup: RefreshLookup) throws(StoreError) -> RefreshRow? {
        try first(Sessions.refresh, [lookup.session.sqlValue])
    }

    func lastRefreshes(_ lookup: LastRefreshesLookup) throws(StoreError) -> [UserID: Timestamp] {
        guard !lookup.users.isEmpty else { return [:] }
        let rows = try all(Sessions.lastRefreshes, in: lookup.pool, lookup.users.map(\.sqlValue))
        return rows.reduce(into: [:]) { moments, row in moments[row.0] = row.1 }
    }

    func sessionCount(_ lookup: SessionCountLookup) throws(StoreError) -> Int64 {
        var arguments = Sessions.arguments(lookup.user, lookup.pool)
        arguments["now"] = lookup.at.sqlValue
        return try first(UnfinishedRevocations.activeSessions, arguments) ?? 0
    }

    func hasTombstone(_ lookup: TombstoneLookup) throws(StoreError) -> Bool {
        try first(Tombstones.bySession, [lookup.session.sqlValue]) != nil
    }

    func sessionIDs(_ lookup: SessionListLookup) throws(StoreError) -> [SessionID] {
        switch lookup {
        case .ended(let moment, let limit):
            return try all(Sessions.ended, [moment.sqlValue, Int64(limit).sqlValue])
        case .tombstones(let moment, let limit):
            return try all(Tombstones.old, [moment.sqlValue, Int64(limit).sqlValue])
        case .void(let user, let pool, let limit):
            return try all(UnfinishedRevocations.voidSessions, arguments(user, pool, limit))
        case .some(let user, let pool, let limit):
            return try all(Sessions.someOfUser, arguments(user, pool, limit))
        }
    }

    func unfinishedRevocation(
        _ lookup: UnfinishedRevocationLookup
    ) throws(StoreError) -> UnfinishedRevocation? { try first(UnfinishedRevocations.oldest, []) }

    private func arguments(_ user: UserID, _ pool: UserPool, _ limit: Int) -> SQLArguments {
        Sessions.arguments(user, pool).merging(["limit": Int64(limit).sqlValue]) { $1 }
    }
}
