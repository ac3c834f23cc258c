internal import CardeaSQLCore
internal import CardeaThreads

/// The jobs that wait for a worker.
///
/// No two jobs that lock the same row are performed at a time: the second would wait in the server, or fail by its guards.
final class JobQueue: Sendable {
    private struct Entry {
        let job: Job
        let keys: [RowKey]
    }

    private struct State {
        var waiting: [Entry] = []
        var keysInFlight: Set<RowKey> = []
        var isClosed = false

        /// Removes the first jobs whose rows are free.
        mutating func take(_ limit: Int) -> [Entry]? {
            var batch: [Entry] = []
            var left: [Entry] = []
            for (index, entry) in waiting.enumerated() {
                if batch.count == limit {
                    left += waiting[index...]
                    break
                }
                if keysInFlight.isDisjoint(with: entry.keys) {
                    keysInFlight.formUnion(entry.keys)
                    batch.append(entry)
                } else {
                    left.append(entry)
                }
            }
            waiting = left
            return batch.isEmpty && !(isClosed && waiting.isEmpty) ? nil : batch
        }
    }

    private let capacity: Int
    let locksRows: Bool
    private let state = Monitor(State())

    /// - Parameters:
    ///   - capacity: The largest number of jobs that may wait.
    ///   - locksRows: Whether its jobs lock what they read.
    init(capacity: Int, locksRows: Bool) {
        self.capacity = capacity
        self.locksRows = locksRows
    }

    /// Appends a job.
    ///
    /// - Returns: The reason why it is not accepted.
    func submit(_ job: Job) -> SQLError? {
        let entry = Entry(job: job, keys: locksRows ? job.queries.compactMap(RowKey.init) : [])
        return state.change { state in
            guard !state.isClosed else { return .unavailable("The database is closed.") }
            guard state.waiting.count < capacity else { return .overloaded }
            state.waiting.append(entry)
            return nil
        }
    }

    /// Waits for jobs, has them performed, and appends those that could not be, as the first ones.
    ///
    /// - Parameters:
    ///   - limit: The largest number of jobs.
    ///   - perform: Returns the jobs that have not ended.
    /// - Returns: `false` if the queue is closed and empty.
    func takeAll(_ limit: Int, _ perform: ([Job]) -> [Job]) -> Bool {
        let batch = state.wait { $0.take(limit) }
        guard !batch.isEmpty else {
            // Another worker may wait for the same.
            state.change(wakingAll: true) { _ in }
            return false
        }
        let left = Set(perform(batch.map(\.job)).map(ObjectIdentifier.init))
        state.change(wakingAll: true) { state in
            state.keysInFlight.subtract(batch.flatMap(\.keys))
            state.waiting.insert(contentsOf: batch.filter { left.contains(ObjectIdentifier($0.job)) }, at: 0)
        }
        return true
    }

    /// Closes the queue for new jobs; those in it are still performed.
    func close() { state.change(wakingAll: true) { $0.isClosed = true } }
}
