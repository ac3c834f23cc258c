package import CardeaIdentityDomain
package import CardeaSQLCore

/// The store of users, sessions, projects and keys in an SQL database, whichever its engine.
package struct SQLIdentityStore: Sendable {
    /// How often a decision is made anew when what it expected has changed under it.
    private static let tries = 3

    let database: any SQLDatabase

    package init(_ database: any SQLDatabase) { self.database = database }

    /// Brings the schema to the version that this program works with.
    ///
    /// - Throws: `unavailable` when a newer program wrote the database.
    package func migrate() async throws(StoreError) {
        try await translated { () async throws(SQLError) in
            try await database.migrate(Schema.migrations(for: database.dialect))
        }
    }

    /// The newest version of the schema that this program knows.
    package var newestSchema: Int { Schema.migrations(for: database.dialect).count }

    /// Finishes what waits, then lets go of the database.
    package func close() async { await database.close() }

    /// All that a query finds.
    func list<Element>(
        _ statement: SQLStatement,
        _ parameters: [SQLValue] = [],
        _ decode: (inout SQLColumnCursor) throws(SQLError) -> Element
    ) async throws(StoreError) -> [Element] {
        try await translated { () async throws(SQLError) in
            var elements: [Element] = []
            for row in try await database.read([SQLQuery(statement, parameters)]).joined() {
                var columns = row.cursor
                elements.append(try decode(&columns))
            }
            return elements
        }
    }

    /// Runs an action on the database and says its errors in the port's words.
    func translated<Value>(
        _ action: () async throws(SQLError) -> Value
    ) async throws(StoreError) -> Value {
        do throws(SQLError) { return try await action() } catch { throw StoreError(error) }
    }
}

extension SQLIdentityStore: IdentityRepository {
    package func read(_ selection: Selection) async throws(StoreError) -> Snapshot {
        try await translated { () async throws(SQLError) in
            try selection.snapshot(of: try await database.read(selection.queries))
        }
    }

    package func transact<Outcome: Sendable>(
        _ selection: Selection,
        _ decide: @escaping @Sendable (Snapshot) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome {
        let queries = selection.queries
        var triesLeft = Self.tries
        while true {
            do throws(SQLError) {
                return try await database.transact(queries) { rows throws(SQLError) in
                    let decision = decide(try selection.snapshot(of: rows))
                    return SQLDecision(decision.changes.flatMap(\.writes), decision.outcome)
                }
            } catch {
                triesLeft -= 1
                guard error == .unexpectedCount, triesLeft > 0 else { throw StoreError(error) }
            }
        }
    }

    package func users(of pool: UserPool, after: UserID?, limit: Int) async throws(StoreError) -> [User] {
        let parameters = pool.values + [.text(after?.rawValue ?? ""), .integer(Int64(limit))]
        return try await list(UserTable.page, parameters) { columns throws(SQLError) in try User(&columns) }
    }

    package func lastRefreshes(
        of users: [UserID],
        in pool: UserPool
    ) async throws(StoreError) -> [UserID: Timestamp] {
        try await translated { () async throws(SQLError) in
            let queries = users.map { SQLQuery(SessionTable.lastRefresh, pool.values + [.text($0.rawValue)]) }
            var moments: [UserID: Timestamp] = [:]
            for (user, rows) in zip(users, try await database.read(queries)) {
                var columns = rows.first?.cursor
                moments[user] = try columns?.optionalTimestamp()
            }
            return moments
        }
    }

    package func liveSessions(of user: UserID, in pool: UserPool) async throws(StoreError) -> [Session] {
        let parameters = pool.values + [.text(user.rawValue)]
        return try await list(SessionTable.live, parameters) { columns throws(SQLError) in
            try Session(&columns)
        }
    }
}
