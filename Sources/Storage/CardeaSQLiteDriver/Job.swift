internal import CardeaSQLCore

/// A transaction or a read, and the task that waits for it.
///
/// It does not know the types of its caller: generic code would look them up again at each step. The caller finds the
/// result in a `JobResult`. After it is submitted, only the thread that performs it touches it.
@safe final class Job: @unchecked Sendable {
    /// Does the work, and returns the rows that caches must read again.
    typealias Work = (SQLiteConnection) throws(SQLError) -> Announcement

    private let work: Work
    /// Resumed once, by `finish` or by `fail`; so it needs no check of that.
    private let caller: UnsafeContinuation<SQLError?, Never>
    /// The error of its own part, if the batch has not failed.
    private(set) var failure: SQLError? = .unavailable("The database has not run it.")
    /// The rows that caches must read again after its commit.
    private(set) var announcement = Announcement.nothing

    private init(_ caller: UnsafeContinuation<SQLError?, Never>, _ work: @escaping Work) {
        unsafe self.caller = caller
        self.work = work
    }

    /// Submits a job, and waits until it is finished: after the commit of its batch.
    static func run(
        _ work: @escaping Work,
        submit: (Job) -> Void
    ) async throws(SQLError) {
        let failure = await unsafe withUnsafeContinuation { caller in
            unsafe submit(Job(caller, work))
        }
        if let failure { throw failure }
    }

    /// Does its part of the batch.
    ///
    /// An error that concerns it alone is kept for its caller.
    ///
    /// - Throws: If the whole batch has failed.
    func perform(on connection: SQLiteConnection) throws(SQLError) {
        do throws(SQLError) {
            announcement = try work(connection)
            failure = nil
        } catch {
            // Where disk or memory fails, SQLite may have rolled back everything by itself.
            guard connection.isInTransaction else { throw error }
            failure = error
        }
    }

    /// The batch is durable: the caller continues.
    func finish() { unsafe caller.resume(returning: failure) }

    /// The batch has failed: the caller gets the error.
    func fail(_ error: SQLError) { unsafe caller.resume(returning: error) }
}

/// The rows or the outcome of a job: the thread that performs it stores them, and after its end the caller takes them.
final class JobResult<Value: Sendable>: @unchecked Sendable {
    private var value: Value?

    func store(_ value: Value) { self.value = value }

    func take() throws(SQLError) -> Value {
        guard let value else { throw .unavailable("The database has not run it.") }
        return value
    }
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
