internal import SQLCore

/// Moves pages from the log into the database file on a thread of its own, while the writer goes on.
///
/// Within a commit, as SQLite does it by itself, everybody who waits for that commit would wait for this too.
final class Checkpointer: Sendable {
    private let requests = BatchQueue<Void>(capacity: 1)
    private let thread: Thread

    init(directory: DatabaseDirectory) throws(SQLError) {
        let worker = Worker(try SQLiteConnection(path: directory.databasePath, access: .readWrite), requests)
        thread = try Thread { worker.run() }
    }

    /// Asks for the pages that are in the log by now to be moved; asking twice is asking once.
    func request() { _ = requests.put(()) }

    /// Ends the thread and waits until it has.
    func stop() {
        requests.close()
        thread.join()
    }

    /// Nothing but `run` touches it once it is made.
    private final class Worker: @unchecked Sendable {
        private let requests: BatchQueue<Void>
        private var connection: SQLiteConnection?

        init(_ connection: SQLiteConnection, _ requests: BatchQueue<Void>) {
            self.connection = connection
            self.requests = requests
        }

        func run() {
            var batch: [Void] = []
            while requests.takeAll(into: &batch) {
                batch.removeAll()
                connection?.checkpoint(waitsForReaders: false)
            }
            connection = nil
        }
    }
}
