/// A database that runs transactions of a fixed shape: reads, a pure decision, writes.
///
/// No caller ever holds a connection. A transaction is a value, handed over whole. So a driver can run many of them in
/// one commit on its own thread (SQLite), or as one pipelined batch (PostgreSQL: locks and reads in one trip, the
/// decisions, and all writes in another).
package protocol SQLDatabase: Sendable {
    var dialect: SQLDialect { get }

    /// Grows after each committed transaction that was announced, by whichever process.
    ///
    /// It costs next to nothing, so that a cache can ask it for each request. An SQLite database is written by one
    /// process alone, which counts. A PostgreSQL driver stores announcements in the transaction. It counts its own at
    /// once, those of other processes when it reads them, and each loss of its connection.
    var announcements: Int { get }

    /// The rows that were announced after a number of `announcements`.
    ///
    /// - Parameter number: The number when the cache was last read.
    /// - Returns: `nil` if not all are known: a cache must read everything then.
    func announcedRows(after number: Int) -> Set<String>?

    /// Reads as of one moment, and everything that was acknowledged before.
    ///
    /// - Parameters:
    ///   - extent: How much is read. Many rows are read on another thread than the caller's.
    ///   - read: Runs queries and decodes their rows.
    /// - Returns: The rows.
    /// - Throws: The reason why the database did not read them.
    func read<Rows: Sendable>(
        _ extent: SQLReadExtent,
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows
    ) async throws(SQLError) -> Rows

    /// Reads, lets `decide` name the writes, and makes all of them or none.
    ///
    /// When it returns, the writes are durable. The rows that were read do not change before the writes.
    ///
    /// - Parameters:
    ///   - read: Runs queries and decodes their rows.
    ///   - decide: Pure, quick, and possibly run more than once. If it throws, the transaction fails.
    /// - Returns: The decision's outcome.
    /// - Throws: `unexpectedCount` if a write did not change as many rows as it expected to.
    func transact<Rows, Outcome: Sendable>(
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows,
        _ decide: @escaping @Sendable (Rows) throws(SQLError) -> SQLDecision<Outcome>
    ) async throws(SQLError) -> Outcome

    /// Brings the schema up to date, each migration in a transaction of its own.
    ///
    /// - Parameters:
    ///   - migrations: All migrations that this program knows.
    ///   - numbered: The names of the migrations that had numbers before they had names, oldest first.
    /// - Throws: `newerSchema` if a newer program has written the database, `foreignSchema` if another program has.
    func migrate(_ migrations: [SQLMigration], numbered: [String]) async throws(SQLError)

    /// Accepts nothing more, finishes what waits, and closes the files or connections.
    func close() async
}

/// The amount that is read at one time.
package enum SQLReadExtent: Sendable {
    /// The rows of one query: they are those of one moment by themselves.
    case oneQuery
    case fewRows
    case manyRows
}

/// The read half of a transaction.
///
/// SQLite runs each query at once. A pipelined driver calls the same read function twice: the first time it collects
/// the queries and there are no rows; the second time it decodes the results. A query that depends on rows costs it a
/// further trip.
package protocol SQLReader: AnyObject {
    /// Runs a query. `body` is called for each row.
    func read(
        _ query: SQLQuery,
        _ body: (inout SQLCursor) throws(SQLError) -> Void
    ) throws(SQLError)
}

/// The writes of a transaction, and its result once they are durable.
package struct SQLDecision<Outcome: Sendable>: Sendable {
    package let writes: [SQLWrite]
    package let outcome: Outcome
    package let announcement: Announcement

    package init(_ writes: [SQLWrite], _ outcome: Outcome, announcing announcement: Announcement = .nothing) {
        self.writes = writes
        self.outcome = outcome
        self.announcement = announcement
    }
}

extension SQLReader {
    /// The values of all rows.
    package func rows(_ query: SQLQuery) throws(SQLError) -> [SQLRow] {
        var rows: [SQLRow] = []
        try read(query) { cursor throws(SQLError) in
            let columns = cursor.columns
            rows.append(SQLRow((0..<columns.count).map(columns.value)))
        }
        return rows
    }

    /// The values of the rows of each query.
    package func rows(_ queries: [SQLQuery]) throws(SQLError) -> [[SQLRow]] {
        var results: [[SQLRow]] = []
        for query in queries { results.append(try rows(query)) }
        return results
    }
}

extension SQLDatabase {
    /// Makes writes that depend on no row.
    package func write(_ writes: [SQLWrite]) async throws(SQLError) {
        try await transact { _ in
        } _: { _ in
            SQLDecision(writes, ())
        }
    }

    /// The rows of each query, in the order of the queries.
    package func read(_ queries: [SQLQuery]) async throws(SQLError) -> [[SQLRow]] {
        try await read(.fewRows) { reader throws(SQLError) in try reader.rows(queries) }
    }

    /// Runs the queries, lets `decide` name the writes, and makes all of them or none.
    package func transact<Outcome: Sendable>(
        _ queries: [SQLQuery],
        _ decide: @escaping @Sendable ([[SQLRow]]) throws(SQLError) -> SQLDecision<Outcome>
    ) async throws(SQLError) -> Outcome {
        try await transact({ reader throws(SQLError) in try reader.rows(queries) }, decide)
    }
}
