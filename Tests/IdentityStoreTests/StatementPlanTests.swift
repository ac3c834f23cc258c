import CardeaSQLCore
import CardeaSQLiteDriver
import Testing

@testable import CardeaIdentityStore

/// What no contract can see: how SQLite finds the rows.
@Suite("Plans of the statements on SQLite")
struct StatementPlanTests {
    private static let statements: [(String, SQLStatement, parameters: Int)] = [
        ("user by id", UserTable.byID, 3), ("user by e-mail", UserTable.byEmail, 3),
        ("user by phone number", UserTable.byPhoneNumber, 3), ("page of users", UserTable.page, 4),
        ("update of a user", UserTable.update, 17), ("deletion of a user", UserTable.delete, 3),
        ("session", SessionTable.byID, 1), ("session with user", SessionTable.withUser, 1),
        ("live sessions", SessionTable.live, 3), ("rotation", SessionTable.rotate, 16),
        ("reauthentication", SessionTable.reauthenticate, 6), ("revocation", SessionTable.revoke, 3),
        ("revocation of all", SessionTable.revokeAll, 6),
        ("revocation of earlier ones", SessionTable.revokeEarlier, 6),
        ("last refresh", SessionTable.lastRefresh, 3), ("ended sessions", SessionTable.ended, 2),
        ("deletion of a session", SessionTable.delete, 1), ("some sessions", SessionTable.someOfUser, 4),
        ("limit of sessions", SessionTable.limit, 6),
        ("what is left of accounts", UserTable.remains, 0), ("its deletion", UserTable.deleteRemains, 3),
        ("an account with many sessions", UserTable.vacate, 4),
        ("void sessions", UnfinishedRevocationTable.sessions, 4),
        ("page of anonymous users", AnonymousUserTable.page, 6),
        ("unused anonymous user", AnonymousUserTable.count, 4),
        ("its departures", AnonymousUserTable.insertDepartures, 5),
        ("deletion of an anonymous user", AnonymousUserTable.delete, 4),
        ("departures with an account", DepartedSessionTable.insert, 4),
        ("departed session", DepartedSessionTable.byID, 1), ("old departures", DepartedSessionTable.old, 2),
        ("deletion of a departure", DepartedSessionTable.delete, 1),
    ]

    /// Scans of subqueries that hold so many rows at the most.
    private static let bounded: Set = [
        "SCAN few", "SCAN newest", "SCAN oldest", "SCAN (subquery-1)", "SCAN CONSTANT ROW",
    ]

    @Test("every statement on users and sessions searches by a key", arguments: statements.indices)
    func search(index: Int) async throws {
        let (name, statement, parameters) = Self.statements[index]
        let plan = try await Self.rows("EXPLAIN QUERY PLAN " + statement.text, count: parameters)
            .compactMap { row in
                guard case .text(let step) = row.columns[3] else { return nil as String? }
                return step
            }
        #expect(plan.contains { $0.hasPrefix("SEARCH") }, "\(name): \(plan)")
        let scans = plan.filter { $0.hasPrefix("SCAN") && !Self.bounded.contains($0) }
        #expect(scans.isEmpty, "\(name): \(plan)")
        let sorts = plan.filter { $0.contains("TEMP B-TREE") }
        #expect(sorts.isEmpty || ["live sessions", "limit of sessions"].contains(name), "\(name): \(plan)")
    }

    @Test("K2 no index holds a column that a refresh writes")
    func refreshedColumns() async throws {
        let rows = try await Self.rows(
            """
            SELECT c.name FROM pragma_index_list('sessions') i, pragma_index_info(i.name) c \
            WHERE i.origin <> 'pk' ORDER BY c.seqno
            """
        )
        let indexed = Set(
            rows.compactMap { row in
                guard case .text(let column) = row.columns[0] else { return nil as String? }
                return column
            }
        )
        #expect(indexed == ["project", "tenant", "user_id", "revoked_at", "expires_at", "created_at"])
    }

    private static func rows(_ text: String, count: Int = 0) async throws -> [SQLRow] {
        let database = try SQLiteDatabase.open(.memory)
        try await SQLIdentityStore(database).migrate()
        let values = [SQLValue](repeating: .null, count: count)
        let rows = try await database.read([SQLQuery(SQLStatement(text, isReused: false), values)])[0]
        await database.close()
        return rows
    }
}
