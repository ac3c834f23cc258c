import CardeaPostgreSQLDriver
import CardeaSQLiteDriver
import Foundation
import PostgreSQLServer
package import CardeaIdentityStore
package import CardeaSQLCore
import Testing

/// An engine that the store contract is run on.
///
/// A further one joins by a line in `all`.
package struct StoreEngine: Sendable, CustomTestStringConvertible {
    package static let all = [sqliteFile, sqliteMemory, postgreSQL]
    /// Those that keep what they are given when closed.
    package static let durable = [sqliteFile, postgreSQL]

    package let name: String
    /// Opens the one database of a directory; opened again, it holds what it held.
    package let open: @Sendable (TemporaryDirectory) throws -> any SQLDatabase

    /// The bound of the databases that are open at a time.
    private var slots: @Sendable () throws -> Slots? = { nil }
    /// Frees what a database takes beside its directory.
    private var remove: @Sendable (TemporaryDirectory) throws -> Void = { _ in }

    package var testDescription: String { name }

    private static let sqliteFile = StoreEngine(name: "SQLite, file") { directory in
        try SQLiteDatabase.open(.file(directory: directory.path))
    }
    private static let sqliteMemory = StoreEngine(name: "SQLite, memory") { _ in
        try SQLiteDatabase.open(.memory)
    }

    private static let postgreSQL = StoreEngine(name: "PostgreSQL") { directory in
        let server = try PostgreSQLServer.shared.get()
        try server.create(directory.name)
        return try PostgreSQLDatabase.open(server.url(directory.name))
    } slots: {
        try PostgreSQLServer.shared.get().slots
    } remove: { directory in
        try PostgreSQLServer.shared.get().drop(directory.name)
    }

    /// Runs a test on an empty database.
    package func withDatabase<Value>(_ test: (any SQLDatabase) async throws -> Value) async throws -> Value {
        let directory = TemporaryDirectory()
        let value = try await withDatabase(in: directory, test)
        try remove(directory)
        return value
    }

    /// Runs a test on an empty store.
    package func withStore<Value>(_ test: (SQLIdentityStore) async throws -> Value) async throws -> Value {
        try await withDatabase { database in
            let store = SQLIdentityStore(database)
            try await store.migrate()
            return try await test(store)
        }
    }

    /// Runs a test on the store in a directory, and closes it.
    package func withStore<Value>(
        in directory: TemporaryDirectory,
        _ test: (SQLIdentityStore) async throws -> Value
    ) async throws -> Value {
        try await withDatabase(in: directory) { database in
            let store = SQLIdentityStore(database)
            try await store.migrate()
            return try await test(store)
        }
    }

    private func withDatabase<Value>(
        in directory: TemporaryDirectory,
        _ test: (any SQLDatabase) async throws -> Value
    ) async throws -> Value {
        guard let slots = try slots() else { return try await withOpenDatabase(in: directory, test) }
        return try await slots.use { try await withOpenDatabase(in: directory, test) }
    }

    private func withOpenDatabase<Value>(
        in directory: TemporaryDirectory,
        _ test: (any SQLDatabase) async throws -> Value
    ) async throws -> Value {
        let database = try open(directory)
        let result: Result<Value, any Error>
        do { result = .success(try await test(database)) } catch { result = .failure(error) }
        await database.close()
        return try result.get()
    }
}

/// A directory that is gone when the last reference is.
package final class TemporaryDirectory: Sendable {
    package let path = FileManager.default.temporaryDirectory.appending(path: "cardea-\(UUID().uuidString)")
        .path

    package init() {}

    /// The last part of the path.
    fileprivate var name: String { URL(filePath: path).lastPathComponent }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
