internal import CardeaSQLCore

/// A transaction or a read, and the task that waits for it.
///
/// It does not know the types of its caller: generic code would look them up again at each step. After it is submitted,
/// only the thread that performs it touches it.
final class Job: @unchecked Sendable {
    /// Work that is done.
    ///
    /// Its caller gets the result once the whole batch is durable.
    struct Completion {
        var announcement = Announcement.nothing
        /// Gives the caller the result.
        let report: () -> Void
    }

    private let work: (SQLiteConnection) throws(SQLError) -> Completion
    private let reject: (SQLError) -> Void
    private var result = Result<Completion, SQLError>.failure(.unavailable("The database has not run it."))

    private init<Value: Sendable>(
        _ caller: CheckedContinuation<Result<Value, SQLError>, Never>,
        _ work: @escaping (SQLiteConnection) throws(SQLError) -> Completion
    ) {
        self.work = work
        reject = { caller.resume(returning: .failure($0)) }
    }

    /// Creates the job of a transaction.
    convenience init<Rows, Outcome: Sendable>(
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows,
        _ decide: @escaping @Sendable (Rows) throws(SQLError) -> SQLDecision<Outcome>,
        for caller: CheckedContinuation<Result<Outcome, SQLError>, Never>
    ) {
        self.init(caller) { connection throws(SQLError) in
            let decision = try decide(try read(connection))
            try Savepoint.run(decision.writes, on: connection)
            return Completion(announcement: decision.announcement) {
                caller.resume(returning: .success(decision.outcome))
            }
        }
    }

    /// Creates the job of a read.
    convenience init<Rows: Sendable>(
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows,
        for caller: CheckedContinuation<Result<Rows, SQLError>, Never>
    ) {
        self.init(caller) { connection throws(SQLError) in
            let rows = try ReaderPool.read(read, on: connection).get()
            return Completion { caller.resume(returning: .success(rows)) }
        }
    }

    /// Does its part of the batch.
    ///
    /// An error that concerns it alone is kept for its caller.
    ///
    /// - Throws: If the whole batch has failed.
    func perform(on connection: SQLiteConnection) throws(SQLError) {
        do throws(SQLError) {
            result = .success(try work(connection))
        } catch {
            // Where disk or memory fails, SQLite may have rolled back everything by itself.
            guard connection.isInTransaction else { throw error }
            result = .failure(error)
        }
    }

    /// The error of its own part, if the batch has not failed.
    var failure: SQLError? { if case .failure(let error) = result { error } else { nil } }

    /// The rows that caches must read again after its commit.
    var announcement: Announcement {
        if case .success(let completion) = result { completion.announcement } else { .nothing }
    }

    /// The batch is durable: the caller gets the result.
    func finish() {
        switch result {
        case .success(let completion): completion.report()
        case .failure(let error): reject(error)
        }
    }

    /// The batch has failed: the caller gets the error.
    func fail(_ error: SQLError) { reject(error) }
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
