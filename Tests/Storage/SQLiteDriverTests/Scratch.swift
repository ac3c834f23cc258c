import Foundation
import CardeaSQLCore
import CardeaSQLiteDriver

/// A directory that is gone when the last reference is.
final class TemporaryDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "cardea-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A small table to try the driver on.
enum Scratch {
    static let migration = SQLMigration("1-items") { _ in
        [
            "CREATE TABLE items (name TEXT NOT NULL PRIMARY KEY, amount INTEGER NOT NULL, note BLOB) STRICT",
            "CREATE TABLE parts (item TEXT NOT NULL REFERENCES items (name) ON DELETE CASCADE) STRICT",
        ]
    }

    private static let select = SQLStatement("SELECT amount FROM items WHERE name = ?1")
    private static let put = SQLStatement("INSERT INTO items (name, amount) VALUES (?1, ?2)")
    private static let raise = SQLStatement("UPDATE items SET amount = amount + 1 WHERE name = ?1")
    private static let attach = SQLStatement("INSERT INTO parts (item) VALUES (?1)")

    static func amount(_ name: String) -> SQLQuery { SQLQuery(select, [.text(name)]) }
    static func insert(_ name: String, _ amount: Int64 = 0) -> SQLWrite {
        SQLWrite(put, [.text(name), .integer(amount)], changing: .exactlyOne)
    }
    static func increment(_ name: String) -> SQLWrite {
        SQLWrite(raise, [.text(name)], changing: .exactlyOne)
    }
    static func part(of name: String) -> SQLWrite { SQLWrite(attach, [.text(name)], changing: .exactlyOne) }
    static func once(_ text: String) -> SQLWrite {
        SQLWrite(SQLStatement(text, isReused: false), changing: .any)
    }
}

extension SQLiteDatabase {
    static func scratch(_ location: Location, queueLimit: Int = 8_192) async throws -> SQLiteDatabase {
        let database = try open(location, queueLimit: queueLimit)
        try await database.migrate([Scratch.migration], numbered: [])
        return database
    }

    /// The amount of an item, or nothing where there is no such item.
    func amount(_ name: String) async throws(SQLError) -> Int64? {
        guard var row = try await read([Scratch.amount(name)])[0].first?.cursor else { return nil }
        return try row.integer()
    }
}

/// Where the driver keeps a database; the tests run on each.
enum Place: CaseIterable {
    case file
    case memory

    /// A place in a directory, or in memory.
    func location(in directory: TemporaryDirectory) -> SQLiteDatabase.Location {
        self == .file ? .file(directory: directory.path) : .memory
    }
}
