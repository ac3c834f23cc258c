internal import SQLCore

/// The one thread that writes, with group commit: what arrived while the last commit ran shares the next one.
///
/// Nothing but `run` touches it once it is made.
final class Writer: @unchecked Sendable {
    /// Pages in the log from which on they are moved into the database file (8 MiB).
    private static let checkpointThreshold = 2_048
    /// Pages in the log at which readers are waited for, so that it cannot grow without bound (64 MiB).
    private static let logLimit = 16_384

    private static let begin = SQLStatement("BEGIN IMMEDIATE")
    private static let commit = SQLStatement("COMMIT")
    private static let rollBack = SQLStatement("ROLLBACK")

    private let queue: BatchQueue<any Job>
    private var connection: SQLiteConnection?
    /// Held for as long as there is a connection that writes.
    private var directory: DatabaseDirectory?

    init(connection: SQLiteConnection, queue: BatchQueue<any Job>, directory: DatabaseDirectory?) {
        self.connection = connection
        self.queue = queue
        self.directory = directory
    }

    /// Works until the queue is closed and empty, then closes the database.
    func run() {
        if let connection { work(on: connection) }
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
    private func keepLogShort(on connection: SQLiteConnection) {
        let pages = connection.logPageCount
        guard pages >= Self.checkpointThreshold else { return }
        connection.checkpoint(waitsForReaders: pages >= Self.logLimit)
    }
}
