import CardeaPostgreSQLDriver
import CardeaSQLCore
import Foundation
import PostgreSQLServer

/// A small table to try the driver on.
enum Items {
    static let migration = SQLMigration("1-items") { sql in
        [
            """
            CREATE TABLE items (
                name \(sql.text) NOT NULL PRIMARY KEY, amount \(sql.integer) NOT NULL, note \(sql.blob)
            ) \(sql.changingTableOptions)
            """,
            "CREATE TABLE parts (item \(sql.text) NOT NULL REFERENCES items (name) ON DELETE CASCADE)",
        ]
    }

    private static let lock = SQLLock(
        table: "items",
        key: ["name"],
        rank: 0,
        strength: .change,
        rows: "SELECT :name"
    )
    private static let select = SQLStatement("SELECT amount FROM items WHERE name = :name", locking: lock)
    private static let put = SQLStatement("INSERT INTO items (name, amount) VALUES (:name, :amount)")
    private static let raise = SQLStatement("UPDATE items SET amount = amount + 1 WHERE name = :name")
    private static let replace = SQLStatement(
        "UPDATE items SET amount = :amount WHERE name = :name AND amount = :former"
    )
    /// Its form for lists would be no SQL: the first condition is not that of the update.
    private static let level = SQLStatement(
        "UPDATE items SET amount = (SELECT max(amount) FROM items WHERE name = :other) + 1 WHERE name = :name"
    )
    private static let attach = SQLStatement("INSERT INTO parts (item) VALUES (:name)")

    static func amount(_ name: String) -> SQLQuery { SQLQuery(select, [.text(name)]) }
    static func insert(_ name: String, _ amount: Int64 = 0) -> SQLWrite {
        SQLWrite(put, [.text(name), .integer(amount)], changing: .exactlyOne)
    }
    static func increment(_ name: String) -> SQLWrite {
        SQLWrite(raise, [.text(name)], changing: .exactlyOne)
    }
    static func replace(_ name: String, _ former: Int64, by amount: Int64) -> SQLWrite {
        SQLWrite(replace, [.integer(amount), .text(name), .integer(former)], changing: .exactlyOne)
    }
    /// Sets an amount to one more than that of another item.
    static func level(_ name: String, above other: String) -> SQLWrite {
        SQLWrite(level, [.text(other), .text(name)], changing: .exactlyOne)
    }
    static func part(of name: String) -> SQLWrite { SQLWrite(attach, [.text(name)], changing: .exactlyOne) }
    static func once(_ text: String) -> SQLWrite {
        SQLWrite(SQLStatement(text, isReused: false), changing: .any)
    }
}

/// A database of the shared server, with the table of items.
struct TestDatabase {
    let server: PostgreSQLServer
    let name: String
    let database: PostgreSQLDatabase

    var url: String { server.url(name) }

    /// Runs a test on an empty table, and removes the database.
    static func with(
        _ limits: PostgreSQLLimits = PostgreSQLLimits(),
        _ test: (TestDatabase) async throws -> Void
    ) async throws {
        let server = try PostgreSQLServer.shared.get()
        let name = "driver-\(UUID().uuidString)"
        try server.create(name)
        let database = try PostgreSQLDatabase.open(server.url(name), limits: limits)
        try await database.migrate([Items.migration], numbered: [])
        let result: Result<Void, any Error>
        do {
            result = .success(try await test(TestDatabase(server: server, name: name, database: database)))
        } catch {
            result = .failure(error)
        }
        await database.close()
        try server.drop(name)
        try result.get()
    }

    @discardableResult func run(_ text: String) throws -> [String] { try server.run(text, in: name) }
}

extension SQLDatabase {
    /// The amount of an item; `nil` if there is no such item.
    func amount(_ name: String) async throws(SQLError) -> Int64? {
        guard var row = try await read([Items.amount(name)])[0].first?.cursor else { return nil }
        return try row.integer()
    }

    /// Reads an amount, and replaces it by the next one.
    func readAndIncrement(_ name: String) async throws(SQLError) {
        try await transact([Items.amount(name)]) { rows throws(SQLError) in
            guard var row = rows[0].first?.cursor else { throw .damaged("no row") }
            let amount = try row.integer()
            return SQLDecision([Items.replace(name, amount, by: amount + 1)], ())
        }
    }
}
