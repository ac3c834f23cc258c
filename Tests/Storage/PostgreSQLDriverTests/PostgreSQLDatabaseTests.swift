import CardeaPostgreSQLDriver
import CardeaSQLCore
import PostgreSQLServer
import Testing

@Suite("PostgreSQL database")
struct PostgreSQLDatabaseTests {
    @Test("each kind of value is read as it was written")
    func values() async throws {
        try await TestDatabase.with { test in
            let echo = SQLStatement("SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7")
            let values: [SQLValue] = [
                .null, .integer(.min), .integer(.max), .text(""), .text("grüße 🗝️ 後"), .blob([]),
                .blob([0, 255, 0]),
            ]
            let rows = try await test.database.read([SQLQuery(echo, values)])
            #expect(rows == [[SQLRow(values)]])
        }
    }

    @Test("smaller integers and booleans are integers")
    func integers() async throws {
        try await TestDatabase.with { test in
            let statement = SQLStatement(
                "SELECT CAST(-2 AS SMALLINT), -70000, 1 = 1, 1 = 2, CAST(-1 AS BIGINT), CAST(200 AS SMALLINT)"
            )
            let integers = [-2, -70000, 1, 0, -1, 200].map { SQLValue.integer(Int64($0)) }
            let rows = try await test.database.read([SQLQuery(statement)])
            #expect(rows == [[SQLRow(integers)]])
        }
    }

    @Test("texts are compared by their bytes, whatever the collation of the database")
    func collation() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            for name in ["a", "B", "K", "\u{212A}", "é", "e\u{301}"] {
                try await database.write([Items.insert(name)])
            }
            let names = SQLQuery(SQLStatement("SELECT name FROM items ORDER BY name"))
            let rows = try await database.read([names])[0].map(\.columns)
            #expect(rows == ["B", "K", "a", "e\u{301}", "é", "\u{212A}"].map { [.text($0)] })
        }
    }

    @Test("rows have the order of the queries")
    func order() async throws {
        try await TestDatabase.with { test in
            try await test.database.write([Items.insert("a", 1), Items.insert("b", 2)])
            let rows = try await test.database.read([
                Items.amount("b"), Items.amount("none"), Items.amount("a"),
            ])
            #expect(rows == [[SQLRow([.integer(2)])], [], [SQLRow([.integer(1)])]])
        }
    }

    @Test("a query that depends on rows gets them, in reads and in transactions")
    func dependentQueries() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            try await database.write([Items.insert("a", 7), Items.insert("7", 3), Items.insert("3", 1)])
            let chain: @Sendable (any SQLReader) throws(SQLError) -> [Int64] = { reader throws(SQLError) in
                var amounts: [Int64] = []
                var name = "a"
                while let row = try reader.rows(Items.amount(name)).first {
                    var cursor = row.cursor
                    amounts.append(try cursor.integer())
                    name = "\(amounts[amounts.count - 1])"
                }
                return amounts
            }
            #expect(try await database.read(.fewRows, chain) == [7, 3, 1])
            let found = try await database.transact(chain) { SQLDecision([Items.increment("a")], $0) }
            #expect(found == [7, 3, 1])
            #expect(try await database.amount("a") == 8)
        }
    }

    private static let failures: [(SQLWrite, SQLError)] = [
        (Items.insert("a"), .notUnique(table: "items", columns: ["name"])),
        (Items.increment("none"), .unexpectedCount),
        (Items.once("NONSENSE"), .invalidStatement("syntax error at or near \"NONSENSE\" (SQLSTATE 42601)")),
        (
            SQLWrite(SQLStatement("DELETE FROM items WHERE name = ?1"), changing: .any),
            .invalidStatement(
                "bind message supplies 0 parameters, but prepared statement \"\" requires 1 (SQLSTATE 08P01)"
            )
        ),
    ]

    @Test("a failing write undoes the earlier writes of its transaction", arguments: failures.indices)
    func atomicity(index: Int) async throws {
        try await TestDatabase.with { test in
            let database = test.database
            let (write, error) = Self.failures[index]
            try await database.write([Items.insert("a", 1)])
            for writes in [[Items.increment("a"), write], [write]] {
                let found = await #expect(throws: SQLError.self) { try await database.write(writes) }
                // The name of a prepared statement depends on the statements before it.
                let isSame = found == error || index == 3 && found?.description.contains("08P01") == true
                #expect(isSame, "\(String(describing: found))")
            }
            #expect(try await database.amount("a") == 1)
            try await database.write([Items.increment("a")])
            #expect(try await database.amount("a") == 2)
        }
    }

    @Test("a missing row that a key refers to is a broken rule")
    func foreignKey() async throws {
        try await TestDatabase.with { test in
            let error = await #expect(throws: SQLError.self) {
                try await test.database.write([Items.part(of: "none")])
            }
            #expect(error?.description.hasPrefix("a rule of the schema would be broken") == true)
        }
    }

    @Test("if some of many transactions in a commit fail, only those are rolled back")
    func groupCommit() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            try await database.write([Items.insert("taken")])
            let failed = await withTaskGroup(of: Int.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let name = number.isMultiple(of: 10) ? "taken" : "item \(number)"
                        do throws(SQLError) {
                            try await database.write([Items.insert(name, 1), Items.increment(name)])
                            return 0
                        } catch {
                            return error == .notUnique(table: "items", columns: ["name"]) ? 1 : 1000
                        }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(failed == 20)
            #expect(try test.run("SELECT count(*), sum(amount) FROM items") == ["181|360"])
        }
    }

    @Test("transactions that run in one statement each get their own rows and counts")
    func lists() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            for number in 0..<100 { try await database.write([Items.insert("\(number)", Int64(number))]) }
            for round in 0..<3 as Range<Int64> {
                let failed = await withTaskGroup(of: Bool.self) { group in
                    for number in 0..<120 {
                        group.addTask {
                            do throws(SQLError) {
                                let found = try await database.transact([Items.amount("\(number)")]) { rows in
                                    SQLDecision([Items.increment("\(number)")], rows[0])
                                }
                                return found != [SQLRow([.integer(Int64(number) + round)])]
                            } catch {
                                return error != .unexpectedCount || number < 100
                            }
                        }
                    }
                    return await group.contains(true)
                }
                #expect(!failed)
            }
            #expect(
                try test.run("SELECT count(*) FROM items WHERE amount = CAST(name AS INT) + 3") == ["100"]
            )
        }
    }

    @Test("an update that the server does not take for a list runs one by one")
    func noList() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            for number in 0..<40 { try await database.write([Items.insert("\(number)", Int64(number))]) }
            for _ in 0..<2 {
                try await withThrowingTaskGroup { group in
                    for number in 1..<40 {
                        group.addTask { try await database.write([Items.level("\(number)", above: "0")]) }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(try test.run("SELECT DISTINCT amount FROM items WHERE name <> '0'") == ["1"])
        }
    }

    @Test("transactions on one row that run at once lose no update")
    func contention() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            let second = try PostgreSQLDatabase.open(test.url)
            try await database.write([Items.insert("a"), Items.insert("b")])
            try await withThrowingTaskGroup { group in
                for number in 0..<400 {
                    group.addTask {
                        let node = number.isMultiple(of: 2) ? database : second
                        try await node.readAndIncrement(number % 4 < 2 ? "a" : "b")
                    }
                }
                try await group.waitForAll()
            }
            await second.close()
            #expect(try await database.amount("a") == 200)
            #expect(try await database.amount("b") == 200)
        }
    }

    @Test("a node learns the announcements of another one, and of its own before the transaction ends")
    func announcements() async throws {
        try await TestDatabase.with { test in
            let (database, other) = (test.database, try PostgreSQLDatabase.open(test.url))
            for rows in [["a", "b"], ["c"]] as [Set<String>] {
                let (own, others) = (database.announcements, other.announcements)
                try await database.transact([]) { _ in
                    SQLDecision([Items.insert(rows.sorted()[0])], (), announcing: .rows(rows))
                }
                #expect(database.announcedRows(after: own) == rows)
                while other.announcements == others { try await Task.sleep(for: .milliseconds(5)) }
                #expect(other.announcedRows(after: others) == rows)
            }
            let before = other.announcements
            try await database.transact([]) { _ in
                SQLDecision([Items.increment("a")], (), announcing: .everything)
            }
            while other.announcements == before { try await Task.sleep(for: .milliseconds(5)) }
            #expect(other.announcedRows(after: before) == nil)
            await other.close()
        }
    }

    @Test("a closed database rejects reads and transactions, and finishes what waits")
    func closed() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            async let waiting: Void = database.write([Items.insert("a", 1)])
            try await waiting
            await database.close()
            let error = SQLError.unavailable("The database is closed.")
            await #expect(throws: error) { try await database.write([Items.increment("a")]) }
            await #expect(throws: error) { try await database.amount("a") }
            #expect(try test.run("SELECT amount FROM items") == ["1"])
        }
    }

    @Test("two programs that migrate at once apply each migration once")
    func migrations() async throws {
        let server = try PostgreSQLServer.shared.get()
        let name = "driver-migrations"
        try server.create(name)
        let migrations = (1...5).map { number in
            SQLMigration("\(number)") { _ in ["CREATE TABLE t\(number) (a BIGINT)"] }
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    let database = try PostgreSQLDatabase.open(server.url(name))
                    try await database.migrate(migrations, numbered: [])
                    #expect(try await database.schemaVersion == 5)
                    await database.close()
                }
            }
            try await group.waitForAll()
        }
        let database = try PostgreSQLDatabase.open(server.url(name))
        await #expect(throws: SQLError.newerSchema(["5"])) {
            try await database.migrate(Array(migrations.prefix(4)), numbered: [])
        }
        try server.run("DELETE FROM migrations", in: name)
        await #expect(throws: SQLError.foreignSchema) {
            try await database.migrate(migrations, numbered: [])
        }
        await database.close()
        try server.drop(name)
    }
}
