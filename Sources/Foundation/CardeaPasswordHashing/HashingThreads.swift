import CardeaThreads

/// Threads of the lowest priority that run jobs of a bounded queue, in turn by the jobs' origins.
///
/// At the usual priority, hashing would take a third of the processor time of all other requests. At this priority
/// it takes the time that is left.
final class HashingThreads: Sendable {
    private struct Job {
        let run: @Sendable () -> Void
        /// Reports to the waiting task that the job will not run.
        let drop: @Sendable () -> Void
    }

    private let queue: Monitor<FairQueue<Job>>
    /// The number of threads, which is smaller than requested if the system has started no more.
    let count: Int

    /// - Parameters:
    ///   - count: The requested number of threads, at least one.
    ///   - queueLimit: The largest number of waiting jobs.
    init(count: Int, queueLimit: Int) {
        let queue = Monitor(FairQueue<Job>(limit: queueLimit))
        self.queue = queue
        self.count =
            (0..<max(0, count)).prefix { _ in
                (try? OSThread.detach("hash", priority: .lowest) { Self.serve(queue) }) != nil
            }.count
    }

    deinit { shutdown() }

    /// The number of jobs that wait for a thread.
    var waiting: Int { queue.change { $0.count } }

    /// Runs `work` on one of the threads, in turn with the work of other origins.
    ///
    /// - Parameters:
    ///   - origin: The network that causes the work.
    ///   - work: The work.
    /// - Returns: The result of `work`; `nil` if the queue is full or closed, or the task was cancelled while the work
    ///   waited.
    func run<Value: Sendable>(
        for origin: JobOrigin = JobOrigin(),
        _ work: @escaping @Sendable () -> Value?
    ) async -> Value? {
        let id = queue.change { $0.reserveID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (response: CheckedContinuation<Value?, Never>) in
                let job = Job(
                    run: { response.resume(returning: work()) },
                    drop: { response.resume(returning: nil) }
                )
                queue.change { $0.append(job, id: id, from: origin) }?.drop()
                // A cancellation that came before the job was in the queue has not found it there.
                if Task.isCancelled { withdraw(id) }
            }
        } onCancel: {
            withdraw(id)
        }
    }

    /// Responds `nil` to waiting tasks and lets the threads end; a hash that has begun is completed.
    func shutdown() {
        for job in queue.change(wakingAll: true, { $0.close() }) { job.drop() }
    }

    private func withdraw(_ id: UInt64) {
        queue.change { $0.withdraw(id) }?.drop()
    }

    private static func serve(_ queue: Monitor<FairQueue<Job>>) {
        while let job = queue.wait({ queue in
            queue.isEmpty && !queue.isClosed ? nil : Optional(queue.popFirst())
        }) {
            job.run()
        }
    }
}
