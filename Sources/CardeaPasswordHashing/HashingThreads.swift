import CCardeaLinux
import Glibc

/// Threads of the lowest priority that take jobs from a bounded queue, in turn by where the jobs come from.
///
/// At the usual priority hashing would take a third of what all other requests get; at this one it takes what
/// is left.
final class HashingThreads: Sendable {
    private struct Job {
        let run: @Sendable () -> Void
        /// Tells whoever waits that the job will not run.
        let drop: @Sendable () -> Void
    }

    private let queue: Monitor<FairQueue<Job>>

    init(count: Int, queueLimit: Int) {
        precondition(count > 0, "Somebody has to do the hashing")
        let queue = Monitor(FairQueue<Job>(limit: queueLimit))
        self.queue = queue
        for _ in 0..<count {
            startThread { Self.serve(queue) }
        }
    }

    deinit { shutdown() }

    /// How many jobs wait for a thread.
    var waiting: Int { queue.change { $0.count } }

    /// Runs `work` on one of the threads, in turn with the work of other origins.
    ///
    /// - Parameters:
    ///   - origin: Who causes the work: a network.
    ///   - work: What to do.
    /// - Returns: What it returned; `nil` also when the queue is full or closed, or the task was cancelled
    ///   before its turn came.
    func run<Value: Sendable>(
        for origin: String = "",
        _ work: @escaping @Sendable () -> Value?
    ) async -> Value? {
        let id = queue.change { $0.reserveID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (answer: CheckedContinuation<Value?, Never>) in
                let job = Job(
                    run: { answer.resume(returning: work()) },
                    drop: { answer.resume(returning: nil) }
                )
                queue.change { $0.append(job, id: id, from: origin) }?.drop()
                // A cancellation that came before the job was in the queue has not found it there.
                if Task.isCancelled { withdraw(id) }
            }
        } onCancel: {
            withdraw(id)
        }
    }

    /// Answers those who wait with `nil` and lets the threads end; a hash that has begun is finished.
    func shutdown() {
        for job in queue.change(wakingAll: true, { $0.close() }) { job.drop() }
    }

    private func withdraw(_ id: UInt64) {
        queue.change { $0.withdraw(id) }?.drop()
    }

    private static func serve(_ queue: Monitor<FairQueue<Job>>) {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(cardea_gettid()), 19)
        while let job = queue.wait({ queue in
            queue.isEmpty && !queue.isClosed ? nil : Optional(queue.popFirst())
        }) {
            job.run()
        }
    }
}

/// Starts a thread that ends when `body` returns.
private func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Start {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let start = unsafe Unmanaged.passRetained(Start(body))
    var thread = pthread_t()
    let result = unsafe pthread_create(
        &thread,
        nil,
        { start in
            if let start = unsafe start {
                unsafe Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body()
            }
            return nil
        },
        start.toOpaque()
    )
    precondition(result == 0, "The system gives no more threads")
    pthread_detach(thread)
}
