import CLinux
import Glibc
import HTTPRouting
import Telemetry

/// A thread that serves connections through a daemon of its own, and runs the handlers of their requests.
///
/// Being their task executor, it needs no hop from the network to a handler and back. Other threads may call `start`,
/// `enqueue` and `shutdown`; all else belongs to the loop's thread: hence `@unchecked Sendable`.
final class EventLoop: @unchecked Sendable {
    /// What all loops of a server have in common.
    struct Settings: Sendable {
        let limits: HTTPLimits
        let certificate: HTTPServer.Certificate?
        let responder: any Responder
        let quota: ConnectionQuota
        let logger: Logger
    }

    let settings: Settings
    let deadlines: Deadlines
    let jobs: JobQueue
    /// The time of the present turn.
    private(set) var now = Milliseconds.now()
    /// Handlers that have not answered yet.
    var handlers = 0
    /// A connection was resumed, which the daemon should attend to.
    var hasResumed = false
    var daemon: Daemon?
    /// Set once the loop is to end.
    var closing: Closing?
    private(set) var connections: [Connection] = []
    private var nextSweep: Milliseconds = 0

    init(_ settings: Settings) throws(HTTPServerError) {
        self.settings = settings
        deadlines = Deadlines(settings.limits)
        jobs = try JobQueue()
    }

    /// Starts the thread, which serves the connections of a listening socket until `shutdown`.
    func start(listeningOn socket: Int32) throws(HTTPServerError) {
        daemon = try Daemon(listeningOn: socket, for: self)
        var thread = pthread_t()
        let loop = unsafe Unmanaged.passRetained(self)
        let code = unsafe pthread_create(&thread, nil, Self.main, loop.toOpaque())
        guard code == 0 else {
            unsafe loop.release()
            daemon?.stop()
            throw .resourcesExhausted
        }
        pthread_detach(thread)
    }

    private static let main: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        {
            if let context = unsafe $0 {
                unsafe Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
            }
            return nil
        }

    private func run() {
        jobs.own()
        unsafe cardea_name_thread("http")
        while daemon != nil || handlers > 0 {
            turn()
            goOnClosing()
        }
        closing?.finish()
    }

    /// Waits for something to do, and does it.
    private func turn() {
        let isReady = wait()
        now = .now()
        if isReady { daemon?.run() }
        runJobs()
        if hasResumed {
            hasResumed = false
            daemon?.run()
        }
        if now >= nextSweep { sweep() }
    }

    /// Waits until the daemon or a job is ready, or it is time to look over the connections.
    ///
    /// - Returns: Whether the daemon is ready.
    private func wait() -> Bool {
        let hasWork = daemon?.hasWork ?? false
        let timeout = hasWork || jobs.hasLocalJobs ? 0 : timeLeft
        var polled = (
            pollfd(fd: jobs.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: daemon?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        )
        _ = unsafe withUnsafeMutableBytes(of: &polled) { bytes in
            unsafe poll(bytes.bindMemory(to: pollfd.self).baseAddress, 2, timeout)
        }
        if polled.0.revents != 0 { jobs.clear() }
        return hasWork || polled.1.revents != 0
    }

    /// How long nothing need be done by itself; -1 is for ever.
    private var timeLeft: Int32 {
        let sweep = connections.isEmpty ? .never : nextSweep
        let end = daemon == nil ? .never : closing?.deadline ?? .never
        let next = min(sweep, end)
        return next == .never ? -1 : Int32(clamping: max(0, next - now))
    }

    /// Runs the jobs of tasks.
    ///
    /// This may be nested in a run of the daemon, and so must not run it.
    func runJobs() {
        unsafe jobs.run(on: asUnownedTaskExecutor())
    }

    private func sweep() {
        nextSweep = now + deadlines.interval
        for connection in connections where connection.deadline <= now { connection.expire() }
    }

    /// A connection was opened.
    func add(_ connection: Connection) {
        connection.index = connections.count
        connections.append(connection)
        if connections.count == 1 { nextSweep = now + deadlines.interval }
    }

    /// A connection was closed.
    func remove(_ connection: Connection) {
        let last = connections.removeLast()
        guard last !== connection else { return }
        connections[connection.index] = last
        last.index = connection.index
    }
}

extension EventLoop: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        jobs.add(UnownedJob(job))
    }
}
