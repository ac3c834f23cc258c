internal import SQLCore

/// The one thread that writes, with group commit: what arrived while the last commit ran shares the next one.
///
/// Nothing but `run` touches it once it is made.
final class Writer: @unchecked Sendable {
    /// Pages written to the log between two checkpoints in the background (8 MiB).
    private static let checkpointInterval = 2_048
    /// Pages in the log at which the writer itself makes it start anew, so that it has a bound (64 MiB).
    private static let logLimit = 16_384

    private static let begin = SQLStatement("BEGIN IMMEDIATE")
    private static let commit = SQLStatement("COMMIT")
    private static let rollBack = SQLStatement("ROLLBACK")

    private let queue: BatchQueue<any Job>
    /// `nil` in memory.
    private let checkpointer: Checkpointer?
    private var nextCheckpoint = Writer.checkpointInterval
    private var connection: SQLiteConnection?
    /// Held for as long as there is a connection that writes.
    private var directory: DatabaseDirectory?

    init(
        connection: SQLiteConnection,
        queue: BatchQueue<any Job>,
        directory: DatabaseDirectory?
    ) throws(SQLError) {
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
        var batch: [any Job] = []
        while queue.takeAll(into: &batch) {
            commit(batch, on: connection)
            batch.removeAll(keepingCapacity: true)
            keepLogShort(on: connection)
        }
    }

    private func commit(_ batch: [any Job], on connection: SQLiteConnection) {
        do throws(SQLError) {
            try connection.run(Self.begin)
            for job in batch { try job.perform(on: connection) }
            try connection.run(Self.commit)
            for job in batch { job.answer() }
        } catch {
            rollBack(on: connection)
            for job in batch { job.fail(error) }
        }
    }

    private func rollBack(on connection: SQLiteConnection) {
        guard connection.isInTransaction else { return }
        // Should even this fail, the next BEGIN does too, and every caller hears of it.
        try? connection.run(Self.rollBack)
    }

    /// Runs after the answers are given, so that nobody who has one waits for it.
    ///
    /// Only when all pages are moved and nobody reads does SQLite start the log anew by itself; under constant load
    /// that never happens, hence the limit. Almost all has been moved in the background by then.
    private func keepLogShort(on connection: SQLiteConnection) {
        let pages = connection.logPageCount
        if pages >= Self.logLimit {
            connection.checkpoint(waitsForReaders: true)
            nextCheckpoint = Self.checkpointInterval
        } else if pages >= nextCheckpoint {
            checkpointer?.request()
            nextCheckpoint = pages + Self.checkpointInterval
        } else if pages < nextCheckpoint - Self.checkpointInterval {
            nextCheckpoint = Self.checkpointInterval
        }
    }
}
