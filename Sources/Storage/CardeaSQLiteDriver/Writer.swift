internal import CardeaThreads
internal import CardeaLocks
internal import CardeaSQLCore

/// The only thread that writes, with group commit: transactions that arrive during a commit share the next one.
///
/// After its creation only `run` uses it.
final class Writer: @unchecked Sendable {
    private static let begin = SQLStatement("BEGIN IMMEDIATE")
    private static let commit = SQLStatement("COMMIT")
    private static let rollBack = SQLStatement("ROLLBACK")

    private let queue: BatchQueue<Job>
    /// `nil` in memory.
    private let checkpointer: Checkpointer?
    private let limits: LogLimits
    private var nextCheckpoint: Int
    /// Beyond the limit while somebody reads from the log for long, such as a backup.
    private var nextRestart: Int
    private let observer: (any SQLObserver)?
    private let announcements: Announcements
    private var connection: SQLiteConnection?
    /// Held for as long as there is a connection that writes.
    private var directory: DatabaseDirectory?

    init(
        connection: SQLiteConnection,
        queue: BatchQueue<Job>,
        directory: DatabaseDirectory?,
        limits: LogLimits,
        observer: (any SQLObserver)?,
        announcements: Announcements
    ) throws(SQLError) {
        self.announcements = announcements
        self.limits = limits
        self.observer = observer
        nextRestart = limits.restart
        nextCheckpoint = limits.checkpointInterval
        self.connection = connection
        self.queue = queue
        self.directory = directory
        checkpointer = if let directory { try Checkpointer(directory: directory) } else { nil }
    }

    /// Works until the queue is closed and empty, then closes the database.
    func run() {
        if let connection { work(on: connection) }
        checkpointer?.stop()
        connection = nil
        directory = nil
    }

    private func work(on connection: SQLiteConnection) {
        var batch: [Job] = []
        while queue.takeAll(into: &batch) {
            let isUndisturbed = checkpointer?.isIdle ?? false
            commit(batch, on: connection)
            batch.removeAll(keepingCapacity: true)
            let pages = connection.takeLogPageCount()
            if isUndisturbed, let pages { keepLogShort(on: connection, pages: pages) }
        }
    }

    private func commit(_ batch: [Job], on connection: SQLiteConnection) {
        do throws(SQLError) {
            let start = ContinuousClock.now
            try connection.run(Self.begin)
            for job in batch { try job.perform(on: connection) }
            try connection.run(Self.commit)
            // Before any caller gets its result: a read after it must find what was written.
            announcements.add(batch.reduce(.nothing) { $0.union($1.announcement) })
            observer?.committed(batch.count, in: start.duration(to: .now))
            for job in batch { finish(job) }
        } catch {
            rollBack(on: connection)
            observer?.failed(error)
            for job in batch { job.fail(error) }
        }
    }

    private func finish(_ job: Job) {
        if let error = job.failure { observer?.failed(error) }
        job.finish()
    }

    private func rollBack(on connection: SQLiteConnection) {
        guard connection.isInTransaction else { return }
        // Should even this fail, the next BEGIN does too, and every caller gets the error.
        try? connection.run(Self.rollBack)
    }

    /// Bounds the log; it runs after the responses, so that no transaction waits for it.
    ///
    /// SQLite restarts the log only if all pages are moved and no reader is active. Under constant load that never happens, so the
    /// log has a limit. By then the checkpointer has moved nearly all pages.
    ///
    /// A checkpoint begins only if a transaction has begun after the last checkpoint and has written to the log.
    /// Otherwise all of the log might have been moved, and a commit might restart it during the checkpoint. SQLite
    /// before 3.51.3 then counts the new pages as moved though they are not: its "WAL-reset bug", which loses pages.
    ///
    /// - Parameters:
    ///   - connection: The writer's connection.
    ///   - pages: The number of pages in the log; the last commit wrote some of them.
    private func keepLogShort(on connection: SQLiteConnection, pages: Int) {
        if pages >= nextRestart {
            let isRestarted = connection.restartLog()
            nextRestart = isRestarted ? limits.restart : pages + limits.checkpointInterval
            nextCheckpoint = limits.checkpointInterval
        } else if pages >= nextCheckpoint {
            checkpointer?.request()
            nextCheckpoint = pages + limits.checkpointInterval
        } else if pages < nextCheckpoint - limits.checkpointInterval {
            nextCheckpoint = limits.checkpointInterval
        }
    }
}
