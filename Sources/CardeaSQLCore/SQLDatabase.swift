/// A database that runs transactions of a fixed shape: reads, a pure decision, writes.
///
/// No caller ever holds a connection. A transaction is a value, handed over whole, so that a driver can run many
/// of them in one commit, on a thread of its own (SQLite) or as one pipelined batch over the network
/// (PostgreSQL: all reads `FOR UPDATE`, the decisions, all writes, one round trip each).
package protocol SQLDatabase: Sendable {
    var dialect: SQLDialect { get }

    /// Runs queries as of one moment; everything acknowledged before the call is seen.
    ///
    /// - Returns: The rows of each query, in the order of the queries.
    func read(_ queries: [SQLQuery]) async throws(SQLError) -> [[SQLRow]]

    /// Runs the queries, lets `decide` name the writes, and makes all of them or none.
    ///
    /// When it returns, the writes are durable. What was read stays as it was until they are made.
    ///
    /// - Parameters:
    ///   - queries: What `decide` needs to know.
    ///   - decide: Pure, quick, and possibly run more than once; what it throws fails the transaction.
    /// - Returns: The decision's outcome.
    /// - Throws: `unexpectedCount` when a write did not change as many rows as it expected to.
    func transact<Outcome: Sendable>(
        _ queries: [SQLQuery],
        _ decide: @escaping @Sendable ([[SQLRow]]) throws(SQLError) -> SQLDecision<Outcome>
    ) async throws(SQLError) -> Outcome

    /// Brings the schema to the newest version, each migration in a transaction of its own.
    ///
    /// - Parameter migrations: All there ever were, oldest first; the first makes version 1.
    /// - Throws: `newerSchema` when a newer program wrote the database.
    func migrate(_ migrations: [SQLMigration]) async throws(SQLError)

    /// Takes on nothing more, finishes what waits, and lets go of the files or connections.
    func close() async
}

/// What a transaction writes, and what its caller is told once that is durable.
package struct SQLDecision<Outcome: Sendable>: Sendable {
    package let writes: [SQLWrite]
    package let outcome: Outcome

    package init(_ writes: [SQLWrite], _ outcome: Outcome) {
        self.writes = writes
        self.outcome = outcome
    }
}

/// One step of a schema's history.
///
/// Once released it never changes.
package struct SQLMigration: Sendable {
    package let statements: [String]

    package init(_ statements: [String]) { self.statements = statements }
}

extension SQLDatabase {
    /// Makes writes that depend on nothing that would have to be read first.
    package func write(_ writes: [SQLWrite]) async throws(SQLError) {
        try await transact([]) { _ in SQLDecision(writes, ()) }
    }
}
