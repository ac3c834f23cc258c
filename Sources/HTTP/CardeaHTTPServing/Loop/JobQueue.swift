import CCardeaLinux
import Glibc
import CardeaLocks

/// The jobs that wait for a loop's thread.
///
/// Jobs from that thread itself need neither a lock nor a wake-up. Those are kept in `local`, which like `spare` no
/// other thread touches: hence `@unchecked Sendable`.
final class JobQueue: @unchecked Sendable {
    private struct Shared {
        var jobs: [UnownedJob] = []
        var isWoken = false
    }

    /// Readable when another thread has added a job.
    let descriptor: Int32
    private let shared = Mutex(Shared())
    /// Whether there are shared jobs, so that a turn without them takes no lock.
    private let hasShared = Atomic(false)
    private let owner = Atomic<pthread_t>(0)
    private var local: [UnownedJob] = []
    /// The storage of the jobs that `run` has last run, for those that it runs next.
    private var spare: [UnownedJob] = []

    init() throws(HTTPServerError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .resourcesExhausted }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Makes the calling thread the one that runs the jobs.
    func own() {
        owner.store(pthread_self(), ordering: .relaxed)
    }

    /// Whether a job waits that `descriptor` does not report.
    var hasLocalJobs: Bool { !local.isEmpty }

    /// Adds a job, from any thread.
    func add(_ job: UnownedJob) {
        if pthread_equal(owner.load(ordering: .relaxed), pthread_self()) != 0 {
            local.append(job)
            return
        }
        let wakes = shared.withLock { shared in
            shared.jobs.append(job)
            defer { shared.isWoken = true }
            return !shared.isWoken
        }
        hasShared.store(true, ordering: .releasing)
        if wakes {
            var one: UInt64 = 1
            unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
        }
    }

    /// Makes `descriptor` unreadable; the jobs that it reported must be run next.
    func clear() {
        var count: UInt64 = 0
        unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// Runs all jobs, and those that they add; not without end, for sockets wait, too.
    func run(on executor: UnownedTaskExecutor) {
        var next: [UnownedJob] = []
        swap(&next, &spare)
        if hasShared.exchange(false, ordering: .acquiring) {
            shared.withLock { shared in
                shared.isWoken = false
                swap(&next, &shared.jobs)
            }
        }
        for _ in 0..<Self.rounds {
            next += local
            local.removeAll(keepingCapacity: true)
            guard !next.isEmpty else { break }
            for job in next { unsafe job.runSynchronously(on: executor) }
            next.removeAll(keepingCapacity: true)
        }
        swap(&next, &spare)
    }

    private static let rounds = 16
}
