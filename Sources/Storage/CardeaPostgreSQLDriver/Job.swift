internal import CardeaSQLCore

/// A transaction or a read, and the task that waits for it.
///
/// After it is submitted, only the worker that has taken it from the queue touches it.
@safe final class Job: @unchecked Sendable {
    /// Reads and decides; its decision counts only if the reader has had all results.
    typealias Work = (Replay) throws(SQLError) -> SQLDecision<Void>

    private let work: Work
    /// Resumed once, by `end`.
    private let caller: UnsafeContinuation<SQLError?, Never>
    private let submitted = ContinuousClock.now
    private var reader = Replay()
    private var decision = Result<SQLDecision<Void>, SQLError>.success(SQLDecision([], ()))
    /// The number of times that it has met a deadlock or a lock that was not free in time.
    var conflicts = 0
    /// Whether a connection was lost while its writes were committed.
    var mayBeWritten = false

    private init(_ caller: UnsafeContinuation<SQLError?, Never>, _ work: @escaping Work) {
        unsafe self.caller = caller
        self.work = work
        // The queries say which rows it locks.
        restart()
    }

    /// Submits a job, and waits until it has ended.
    static func run(_ work: @escaping Work, submit: (Job) -> SQLError?) async throws(SQLError) {
        let failure = await unsafe withUnsafeContinuation { caller in
            let job = unsafe Job(caller, work)
            if let error = submit(job) { job.end(error) }
        }
        if let failure { throw failure }
    }

    /// The queries whose results it needs next.
    var queries: [SQLQuery] { reader.missing }
    var writes: [SQLWrite] { (try? decision.get().writes) ?? [] }
    var announcement: Announcement { (try? decision.get().announcement) ?? .nothing }
    var age: Duration { submitted.duration(to: .now) }

    /// Forgets everything that was read.
    func restart() { advance(with: [], of: Replay()) }

    /// Goes on with the results of its queries.
    func advance(with rows: ArraySlice<Rows>) { advance(with: rows, of: reader) }

    private func advance(with rows: ArraySlice<Rows>, of reader: Replay) {
        self.reader = reader
        reader.add(rows)
        decision = Result { () throws(SQLError) in try work(reader) }
    }

    /// Whether its writes have changed as many rows as they expected to.
    func expects(_ results: ArraySlice<Rows>) -> Bool {
        zip(writes, results).allSatisfy { write, rows in
            if case .exactlyOne = write.expectation { rows.changedCount == 1 } else { true }
        }
    }

    /// The caller continues: with an error, that of the decision, or the outcome.
    func end(_ error: SQLError? = nil) {
        var failure = error
        if failure == nil, case .failure(let own) = decision { failure = own }
        // The first commit may have written the rows that reject the repetition.
        if mayBeWritten, let reason = failure {
            failure = .unknownOutcome("\(reason)")
        }
        unsafe caller.resume(returning: failure)
    }
}

/// The rows or the outcome of a job: its work stores them, and after its end the caller takes them.
final class JobResult<Value: Sendable>: @unchecked Sendable {
    private var value: Value?

    func store(_ value: Value) { self.value = value }

    func take() throws(SQLError) -> Value {
        guard let value else { throw .unavailable("The database has not run it.") }
        return value
    }
}
