import CardeaSQLCore
import Testing

@testable import CardeaPostgreSQLDriver

@Suite("Statements that the driver derives")
struct StatementTextTests {
    private static func lock(_ table: String, _ rank: Int, _ rows: String?) -> SQLLock {
        SQLLock(table: table, key: ["project", "id"], rank: rank, strength: .change, rows: rows)
    }

    private static let byID = SQLStatement(
        "SELECT name FROM users WHERE project = :project AND id = :id",
        locking: lock("users", 1, "SELECT :project, :id")
    )
    private static let byEmail = SQLStatement(
        "SELECT name FROM users WHERE email = :email",
        locking: lock("users", 1, "SELECT project, id FROM users WHERE email = :email")
    )
    private static let session = SQLStatement(
        "SELECT at FROM sessions WHERE id = :id AND project = :project",
        locking: lock("sessions", 2, "SELECT :project, :id")
    )
    private static let all = SQLStatement("SELECT name FROM projects", locking: lock("projects", 0, nil))
    private static let unlocked = SQLStatement("SELECT name FROM apps")

    private func texts(_ queries: SQLQuery...) -> [String] {
        var known: [String: SQLStatement] = [:]
        return RowLocks(queries).commands(&known).map(\.statement.postgreSQLText)
    }

    @Test("a batch has one lock statement for each table, in the order of their ranks")
    func oneForEachTable() {
        let texts = texts(
            SQLQuery(Self.session, [.text("s"), .text("p")]),
            SQLQuery(Self.byEmail, [.text("e")]),
            SQLQuery(Self.byID, [.text("p"), .text("1")]),
            SQLQuery(Self.byID, [.text("p"), .text("2")]),
            SQLQuery(Self.unlocked),
            SQLQuery(Self.all)
        )
        #expect(
            texts == [
                "LOCK TABLE projects IN SHARE ROW EXCLUSIVE MODE",
                """
                SELECT FROM users WHERE (project, id) IN (SELECT k.* FROM unnest($1, $2) AS v (p1, p2) \
                CROSS JOIN LATERAL (SELECT v.p1, v.p2) k UNION ALL SELECT k.* FROM unnest($3) AS v (p1) \
                CROSS JOIN LATERAL (SELECT project, id FROM users WHERE email = v.p1) k) \
                ORDER BY project, id FOR NO KEY UPDATE
                """,
                """
                SELECT FROM sessions WHERE (project, id) IN (SELECT k.* FROM unnest($1, $2) AS v (p1, p2) \
                CROSS JOIN LATERAL (SELECT v.p1, v.p2) k) ORDER BY project, id FOR NO KEY UPDATE
                """,
            ]
        )
    }

    @Test("queries lock the same row if their keys are equal, in whatever order their parameters are")
    func keys() {
        let one = RowKey(SQLQuery(Self.byID, [.text("p"), .text("1")]))
        #expect(one == RowKey(SQLQuery(Self.byID, [.text("p"), .text("1")])))
        #expect(one != RowKey(SQLQuery(Self.byID, [.text("p"), .text("2")])))
        #expect(Self.session.lockArguments([.text("s"), .text("p")]) == [.text("p"), .text("s")])
        #expect(RowKey(SQLQuery(Self.unlocked)) == nil && RowKey(SQLQuery(Self.all)) == nil)
    }

    private static let forms: [(String, String?)] = [
        (
            "SELECT name FROM users WHERE id = :id LIMIT :limit",
            """
            SELECT v.place, q.* FROM unnest($1, $2) WITH ORDINALITY AS v (p1, p2, place) CROSS JOIN LATERAL \
            (SELECT * FROM (SELECT name FROM users WHERE id = v.p1 LIMIT v.p2) one OFFSET 0) q
            """
        ),
        (
            "UPDATE users SET name = :name WHERE id = :id",
            """
            UPDATE users SET name = v.p1 FROM unnest($1, $2) WITH ORDINALITY AS v (p1, p2, place) \
            WHERE id = v.p2 RETURNING v.place
            """
        ),
        ("INSERT INTO users (id, name) VALUES (:id, :name)", nil),
        ("DELETE FROM users WHERE id = :id AND name = :name", nil),
    ]

    @Test("reads and updates have a form for lists", arguments: forms.indices)
    func listForm(index: Int) {
        let (single, list) = Self.forms[index]
        let form = ListForm(SQLStatement(single), types: [TypeNumber.text, TypeNumber.int8])
        #expect(form?.statement.postgreSQLText == list)
        #expect(ListForm(SQLStatement(single), types: [TypeNumber.text, TypeNumber.int4]) == nil)
    }
}
