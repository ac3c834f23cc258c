package import CardeaSQLCore

/// A database that is only read, whether or not another process has it open for writing.
///
/// It does not lock the directory. It reads the last commit.
package final class SQLiteReader: SQLDatabase {
    package let dialect = SQLDialect.sqlite
    /// No cache reads by this.
    package let announcements = 0
    package func announcedRows(after number: Int) -> Set<String>? { [] }
    private let readers: ReaderPool

    /// Opens a database file that exists.
    ///
    /// - Throws: `damaged` when it is not a database.
    package init(path: String) throws(SQLError) {
        readers = try ReaderPool(path: path, count: 1)
    }

    package func read<Rows: Sendable>(
        _ extent: SQLReadExtent,
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows
    ) async throws(SQLError) -> Rows {
        try readers.read(read)
    }

    package func transact<Rows, Outcome: Sendable>(
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows,
        _ decide: @escaping @Sendable (Rows) throws(SQLError) -> SQLDecision<Outcome>
    ) async throws(SQLError) -> Outcome {
        let decision = try readers.read { reader throws(SQLError) in try decide(try read(reader)) }
        guard decision.writes.isEmpty else { throw .unwritable("The database is open for reading only.") }
        return decision.outcome
    }

    /// Changes nothing: a schema that is not the newest is an error.
    package func migrate(_ migrations: [SQLMigration], numbered: [String]) async throws(SQLError) {
        let plan = try await migrationPlan(migrations, numbered: numbered)
        guard plan.adopted.isEmpty, plan.pending.isEmpty else {
            throw .unwritable("The database is open for reading only.")
        }
    }

    package func close() async { readers.close() }
}
