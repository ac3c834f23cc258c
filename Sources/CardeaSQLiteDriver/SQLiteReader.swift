package import CardeaSQLCore

/// A database that is only read: beside the process that has it open for writing, or when none has.
///
/// It takes no lock on the directory. What it reads is what was committed last.
package final class SQLiteReader: SQLDatabase {
    package let dialect = SQLDialect.sqlite
    private let readers: ReaderPool

    /// Opens a database file that exists.
    ///
    /// - Throws: `damaged` when it is not a database.
    package init(path: String) throws(SQLError) {
        readers = try ReaderPool(path: path, count: 1)
    }

    package func read(_ queries: [SQLQuery]) async throws(SQLError) -> [[SQLRow]] {
        try readers.rows(queries)
    }

    package func transact<Outcome: Sendable>(
        _ queries: [SQLQuery],
        _ decide: @escaping @Sendable ([[SQLRow]]) throws(SQLError) -> SQLDecision<Outcome>
    ) async throws(SQLError) -> Outcome {
        let decision = try decide(try readers.rows(queries))
        guard decision.writes.isEmpty else { throw .unwritable("The database is open for reading only.") }
        return decision.outcome
    }

    /// Changes nothing: a schema that is not the newest is an error.
    package func migrate(_ migrations: [SQLMigration]) async throws(SQLError) {
        let version = try await schemaVersion
        if version > migrations.count { throw .newerSchema(found: version, known: migrations.count) }
        if version < migrations.count { throw .unwritable("The database is open for reading only.") }
    }

    package func close() async { readers.close() }
}
