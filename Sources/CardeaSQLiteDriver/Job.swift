internal import CardeaSQLCore

/// What the writer runs between the start and the commit of a batch, and answers after it.
protocol Job: AnyObject, Sendable {
    /// Does its part of the batch; a failure that is its own alone is kept for the answer.
    ///
    /// - Throws: When the whole batch is lost.
    func perform(on connection: SQLiteConnection) throws(SQLError)
    /// Why its own part failed, while the batch did not.
    var failure: SQLError? { get }
    /// The batch is durable.
    func answer()
    /// The batch is lost.
    func fail(_ error: SQLError)
}

/// A transaction and the caller who waits for it.
///
/// After it is handed over, only the writer touches it.
final class TransactionJob<Outcome: Sendable>: Job, @unchecked Sendable {
    typealias Answer = Result<Outcome, SQLError>

    private let queries: [SQLQuery]
    private let decide: @Sendable ([[SQLRow]]) throws(SQLError) -> SQLDecision<Outcome>
    private let caller: CheckedContinuation<Answer, Never>
    private var result = Answer.failure(.unavailable("The transaction has not run."))

    init(
        _ queries: [SQLQuery],
        _ decide: @escaping @Sendable ([[SQLRow]]) throws(SQLError) -> SQLDecision<Outcome>,
        caller: CheckedContinuation<Answer, Never>
    ) {
        self.queries = queries
        self.decide = decide
        self.caller = caller
    }

    func perform(on connection: SQLiteConnection) throws(SQLError) {
        do throws(SQLError) {
            let decision = try decide(try connection.rows(queries))
            try Savepoint.run(decision.writes, on: connection)
            result = .success(decision.outcome)
        } catch {
            // Where disk or memory fails, SQLite may have rolled back everything by itself.
            guard connection.isInTransaction else { throw error }
            result = .failure(error)
        }
    }

    var failure: SQLError? { if case .failure(let error) = result { error } else { nil } }

    func answer() { caller.resume(returning: result) }

    func fail(_ error: SQLError) { caller.resume(returning: .failure(error)) }
}

/// All writes of one transaction or none, within a batch.
enum Savepoint {
    private static let begin = SQLStatement("SAVEPOINT job")
    private static let release = SQLStatement("RELEASE job")
    private static let rollBack = SQLStatement("ROLLBACK TO job")

    static func run(_ writes: [SQLWrite], on connection: SQLiteConnection) throws(SQLError) {
        guard !writes.isEmpty else { return }
        // A statement by itself is all or nothing already.
        if writes.count == 1 { return try connection.run(writes[0]) }
        try connection.run(begin)
        do throws(SQLError) {
            for write in writes { try connection.run(write) }
            try connection.run(release)
        } catch {
            if connection.isInTransaction {
                try connection.run(rollBack)
                try connection.run(release)
            }
            throw error
        }
    }
}
