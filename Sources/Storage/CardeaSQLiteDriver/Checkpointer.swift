internal import CardeaThreads
internal import CardeaLocks
internal import CardeaSQLCore

/// Moves pages from the log into the database file, on a thread of its own, while the writer continues.
///
/// SQLite itself does it within a commit; every transaction of that commit would wait for it.
final class Checkpointer: Sendable {
    private let requests = BatchQueue<Void>(capacity: 1)
    private let activity = Activity()
    private let thread: OSThread

    init(directory: DatabaseDirectory) throws(SQLError) {
        let connection = try SQLiteConnection(path: directory.databasePath, access: .readWrite)
        let worker = Worker(connection, requests, activity)
        thread = try OSThread.joinable("sqlite-check") { worker.run() }
    }

    /// Whether all that was asked for is done.
    var isIdle: Bool { !activity.isBusy.load(ordering: .acquiring) }

    /// Starts moving the pages that are in the log; the checkpointer must be idle.
    func request() {
        activity.isBusy.store(true, ordering: .relaxed)
        _ = requests.put(())
    }

    /// Ends the thread and waits for its end.
    func stop() {
        requests.close()
        thread.join()
    }

    private final class Activity: Sendable {
        let isBusy = Atomic(false)
    }

    /// After its creation only `run` uses it.
    private final class Worker: @unchecked Sendable {
        private let requests: BatchQueue<Void>
        private let activity: Activity
        private var connection: SQLiteConnection?

        init(_ connection: SQLiteConnection, _ requests: BatchQueue<Void>, _ activity: Activity) {
            self.connection = connection
            self.requests = requests
            self.activity = activity
        }

        func run() {
            var batch: [Void] = []
            while requests.takeAll(into: &batch) {
                batch.removeAll()
                connection?.checkpoint()
                activity.isBusy.store(false, ordering: .releasing)
            }
            connection = nil
        }
    }
}
