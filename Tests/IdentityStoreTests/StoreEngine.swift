import Foundation
import CardeaIdentityStore
import CardeaSQLCore
import CardeaSQLiteDriver
import Testing

/// An engine that the store contract is run on.
///
/// A further one joins by a line in `all`.
struct StoreEngine: Sendable, CustomTestStringConvertible {
    static let all = [sqliteFile, sqliteMemory]
    /// Those that keep what they are given when closed.
    static let durable = [sqliteFile]

    let name: String
    /// Opens the one database of a directory; opened again, it holds what it held.
    let open: @Sendable (TemporaryDirectory) throws -> any SQLDatabase

    var testDescription: String { name }

    private static let sqliteFile = StoreEngine(name: "SQLite, file") { directory in
        try SQLiteDatabase.open(.file(directory: directory.path))
    }
    private static let sqliteMemory = StoreEngine(name: "SQLite, memory") { _ in
        try SQLiteDatabase.open(.memory)
    }

    /// Runs a test on an empty store.
    func withStore<Value>(_ test: (SQLIdentityStore) async throws -> Value) async throws -> Value {
        try await withStore(in: TemporaryDirectory(), test)
    }

    /// Runs a test on the store in a directory, and closes it.
    func withStore<Value>(
        in directory: TemporaryDirectory,
        _ test: (SQLIdentityStore) async throws -> Value
    ) async throws -> Value {
        let store = SQLIdentityStore(try open(directory))
        try await store.migrate()
        let result: Result<Value, any Error>
        do { result = .success(try await test(store)) } catch { result = .failure(error) }
        await store.close()
        return try result.get()
    }
}

/// A directory that is gone when the last reference is.
final class TemporaryDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "cardea-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
