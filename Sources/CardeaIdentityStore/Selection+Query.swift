internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension Selection {
    /// What has to be asked, at most one statement each for the session and the user.
    var queries: [SQLQuery] {
        guard let session else { return userQuery.map { [$0] } ?? [] }
        if user == .ofSession { return [SQLQuery(SessionTable.withUser, [SQLValue(session)])] }
        let query = SQLQuery(SessionTable.byID, [SQLValue(session)])
        return userQuery.map { [query, $0] } ?? [query]
    }

    private var userQuery: SQLQuery? {
        switch user {
        case nil, .ofSession:
            nil
        case .id(let id, let pool):
            SQLQuery(UserTable.byID, pool.values + [.text(id.rawValue)])
        case .email(let address, let pool):
            SQLQuery(UserTable.byEmail, pool.values + [.text(address.description)])
        case .phoneNumber(let number, let pool):
            SQLQuery(UserTable.byPhoneNumber, pool.values + [.text(number)])
        }
    }

    /// Makes sense of what came of `queries`.
    ///
    /// - Throws: `damaged` when a row is not what its table declares.
    func snapshot(of results: [[SQLRow]]) throws(SQLError) -> Snapshot {
        var snapshot = Snapshot()
        var results = results[...]
        if session != nil, let row = results.popFirst()?.first {
            var columns = row.cursor
            let session = try Session(&columns)
            snapshot.session = session
            if user == .ofSession {
                snapshot.user = try User(id: session.user, pool: session.pool, details: &columns)
            }
        }
        if let row = results.popFirst()?.first {
            var columns = row.cursor
            snapshot.user = try User(&columns)
        }
        return snapshot
    }
}
