import Glibc

/// Runs every task of the process on its first thread, one job at a time, in an order that a seed decides.
///
/// The runtime hands each job that would go to its pool of threads to a hook, which is how one seed always brings
/// one course of events, and many seeds bring courses that threads would hardly ever take.
final class SimulatedExecutor: SerialExecutor {
    private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

    // The hook is a bare function: it can reach nothing but what is global. Touched by the first thread alone.
    nonisolated(unsafe) private static var ready: [UnownedJob] = []
    private static let thread = pthread_self()

    /// Takes the process over; called once, before any task is made.
    init() {
        _ = Self.thread
        guard let symbol = unsafe dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
            preconditionFailure("the runtime has no hook")
        }
        unsafe symbol.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in
            let isFirst = pthread_equal(pthread_self(), SimulatedExecutor.thread) != 0
            precondition(isFirst, "a job comes from another thread: nothing here may wait for real")
            unsafe SimulatedExecutor.ready.append(job)
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        unsafe Self.ready.append(UnownedJob(job))
    }

    /// Runs jobs until no job is left.
    ///
    /// - Parameters:
    ///   - random: Decides which of the jobs that could run is next.
    ///   - onIdle: Called if there is no job; returns whether there may be one now.
    func run(_ random: inout some RandomNumberGenerator, onIdle: () -> Bool) {
        repeat {
            while unsafe !Self.ready.isEmpty {
                let job = unsafe Self.ready.remove(at: Int.random(in: 0..<Self.ready.count, using: &random))
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            }
        } while onIdle()
    }
}
