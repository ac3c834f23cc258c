internal import CardeaThreads
internal import CardeaSQLCore

/// A thread with a connection of its own that reads many rows, so that no event loop waits for them.
final class ReaderThread: Sendable {
    private let jobs = BatchQueue<Job>(capacity: 1_024)
    private let ended = Latch()

    init(path: String) throws(SQLError) {
        let worker = Worker(try SQLiteConnection(path: path, access: .readOnly), jobs)
        try OSThread.start("sqlite-reader") { [ended] in
            worker.run()
            ended.open()
        }
    }

    deinit { jobs.close() }

    func submit(_ job: Job) { jobs.submit(job) }

    /// Accepts nothing more, and returns when the last read has finished.
    func close() async {
        jobs.close()
        await ended.wait()
    }

    /// After `init`, only `run` touches it.
    private final class Worker: @unchecked Sendable {
        private var connection: SQLiteConnection?
        private let jobs: BatchQueue<Job>

        init(_ connection: SQLiteConnection, _ jobs: BatchQueue<Job>) {
            self.connection = connection
            self.jobs = jobs
        }

        func run() {
            var batch: [Job] = []
            while jobs.takeAll(into: &batch) {
                for job in batch { run(job) }
                batch.removeAll(keepingCapacity: true)
            }
            connection = nil
        }

        private func run(_ job: Job) {
            do throws(SQLError) {
                if let connection { try job.perform(on: connection) }
                job.finish()
            } catch {
                job.fail(error)
            }
        }
    }
}

extension BatchQueue where Element == Job {
    /// Puts a job into the queue.
    ///
    /// If the queue is full or closed, the job fails at once.
    func submit(_ job: Job) {
        switch put(job) {
        case .accepted: break
        case .full: job.fail(.overloaded)
        case .closed: job.fail(.unavailable("The database is closed."))
        }
    }
}
