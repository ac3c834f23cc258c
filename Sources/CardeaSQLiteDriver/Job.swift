internal import CardeaSQLCore

/// What the writer runs between the start and the commit of a batch.
protocol Job: AnyObject, Sendable {
    /// Does its part of the batch. An error that concerns it alone is kept for its caller.
    ///
    /// - Throws: If the whole batch has failed.
    func perform(on connection: SQLiteConnection) throws(SQLError)
    /// Why its own part failed, while the batch did not.
    var failure: SQLError? { get }
    /// Whether caches have to learn of what it wrote.
    var isAnnounced: Bool { get }
    /// The batch is durable: the caller gets the result.
    func finish()
    /// The batch has failed.
    func fail(_ error: SQLError)
}

/// A transaction, and the task that waits for it.
///
/// After it is submitted, only the writer touches it.
final class TransactionJob<Rows, Outcome: Sendable>: Job, @unchecked Sendable {
    private let read: @Sendable (any SQLReader) throws(SQLError) -> Rows
    private let decide: @Sendable (Rows) throws(SQLError) -> SQLDecision<Outcome>
    private let caller: CheckedContinuation<Result<Outcome, SQLError>, Never>
    private var result = Result<Outcome, SQLError>.failure(.unavailable("The transaction has not run."))
    private(set) var isAnnounced = false

    init(
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows,
        _ decide: @escaping @Sendable (Rows) throws(SQLError) -> SQLDecision<Outcome>,
        caller: CheckedContinuation<Result<Outcome, SQLError>, Never>
    ) {
        self.read = read
        self.decide = decide
        self.caller = caller
    }

    func perform(on connection: SQLiteConnection) throws(SQLError) {
        do throws(SQLError) {
            let decision = try decide(try read(connection))
            try Savepoint.run(decision.writes, on: connection)
            result = .success(decision.outcome)
            isAnnounced = decision.isAnnounced
        } catch {
            // Where disk or memory fails, SQLite may have rolled back everything by itself.
            guard connection.isInTransaction else { throw error }
            result = .failure(error)
        }
    }

    var failure: SQLError? { if case .failure(let error) = result { error } else { nil } }

    func finish() { caller.resume(returning: result) }

    func fail(_ error: SQLError) { caller.resume(returning: .failure(error)) }
}

/// A read of many rows and the caller who waits for it.
///
/// After it is submitted, only the reader thread touches it.
final class ReadJob<Rows: Sendable>: Job, @unchecked Sendable {
    private let read: @Sendable (any SQLReader) throws(SQLError) -> Rows
    private let caller: CheckedContinuation<Result<Rows, SQLError>, Never>
    private var result = Result<Rows, SQLError>.failure(.unavailable("The read has not run."))

    init(
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows,
        caller: CheckedContinuation<Result<Rows, SQLError>, Never>
    ) {
        self.read = read
        self.caller = caller
    }

    let isAnnounced = false

    func perform(on connection: SQLiteConnection) {
        result = ReaderPool.read(read, on: connection)
    }

    var failure: SQLError? { if case .failure(let error) = result { error } else { nil } }

    func finish() { caller.resume(returning: result) }

    func fail(_ error: SQLError) { caller.resume(returning: .failure(error)) }
}

/// Runs the writes of one transaction within a batch: all or none.
enum Savepoint {
    private static let begin = SQLStatement("SAVEPOINT job")
    private static let release = SQLStatement("RELEASE job")
    private static let rollBack = SQLStatement("ROLLBACK TO job")

    static func run(_ writes: [SQLWrite], on connection: SQLiteConnection) throws(SQLError) {
        guard !writes.isEmpty else { return }
        // A single statement is atomic without a savepoint.
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
