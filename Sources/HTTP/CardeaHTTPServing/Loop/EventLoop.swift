import CCardeaLinux
import Glibc
import CardeaThreads
import CardeaHTTPRouting
import CardeaLogging

/// A thread that serves connections, and runs the handlers of their requests.
///
/// Being their task executor, it needs no hop from the network to a handler and back. Other threads may call `start`,
/// `enqueue` and `shutdown`; all else belongs to the loop's thread: hence `@unchecked Sendable`.
@safe
final class EventLoop: @unchecked Sendable {
    /// The parts that all loops of a server share.
    ///
    /// A class, for a structure of this size is costly to read again and again.
    final class Settings: Sendable {
        let limits: HTTPLimits
        let tls: TLSSettings?
        let responder: any Responder
        /// Whether an address is that of a proxy, which many clients share.
        let isProxy: @Sendable (_ address: String) -> Bool
        let connections: Quota
        /// Connections over the limit, which have a moment to read why.
        let rejections: Quota
        let handshakes: Quota
        let buffers: BufferBudget
        let logger: Logger

        init(_ configuration: HTTPServer.Configuration, _ tls: TLSSettings?, _ responder: any Responder) {
            limits = configuration.limits
            isProxy = configuration.isProxy
            logger = configuration.logger
            self.tls = tls
            self.responder = responder
            connections = Quota(limit: limits.connections, perClient: limits.connectionsPerAddress)
            rejections = Quota(limit: limits.rejections, perClient: limits.rejectionsPerAddress)
            handshakes = Quota(perClient: limits.handshakesPerAddress)
            buffers = BufferBudget(limit: limits.bufferedBytes, perClient: limits.bufferedBytesPerAddress)
        }
    }

    /// The tokens of the descriptors that belong to no connection.
    private enum Token {
        static let listener: Int32 = -1
        static let jobs: Int32 = -2
    }

    let settings: Settings
    let activity = LoopActivity()
    let poller: Poller
    /// Where bytes arrive before they are read.
    let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16 * 1024)
    private(set) var clock = LoopClock()
    var deadlines: DeadlineTable
    /// Connections with something to send at the end of the turn.
    var dirty: [Connection] = []
    /// The number of turns.
    private(set) var turns = 0
    /// Connections that have used up their share of a turn, in the order in which they continue.
    var waiting: [Connection] = []
    /// Handlers that have not responded yet.
    var handlers = 0
    var acceptor: Acceptor
    /// Set once the loop is to end.
    var closing: Closing?
    /// By slot.
    private(set) var connections: [Connection?] = []
    private(set) var connectionCount = 0
    private let jobs: JobQueue
    private let times: PhaseTimes
    private var freeSlots: [Int] = []
    /// Slots that became free in this turn; events of it may still mean their former connections.
    private var freedSlots: [Int] = []
    private var buffers: [[UInt8]] = []
    /// Clients that were turned away because the process had no descriptors.
    var exhaustion = Occurrences()
    /// Clients that spoke HTTP without TLS to a server with TLS.
    private var plainRequests = Occurrences()

    /// Creates a loop, which owns the listening socket, and closes it if it throws.
    init(_ settings: Settings, listeningOn socket: Int32, reserve: Int) throws(HTTPServerError) {
        self.settings = settings
        acceptor = Acceptor(listeningOn: socket, reserve: reserve)
        times = PhaseTimes(settings.limits)
        deadlines = DeadlineTable(interval: times.interval)
        guard let poller = try? Poller(), let jobs = try? JobQueue(),
            poller.add(socket, token: Token.listener, .readable),
            poller.add(jobs.descriptor, token: Token.jobs, .readable)
        else {
            acceptor.close()
            throw .resourcesExhausted
        }
        (self.poller, self.jobs) = (poller, jobs)
    }

    deinit {
        unsafe scratch.deallocate()
    }

    /// Starts the thread, which serves until `shutdown`.
    func start() throws(HTTPServerError) {
        do {
            try OSThread.detach("http") { self.run() }
        } catch {
            acceptor.close()
            throw .resourcesExhausted
        }
    }

    private func run() {
        jobs.own()
        blockBrokenPipe()
        while closing?.isDone != true || handlers > 0 {
            turn()
            continueClosing()
        }
        // These refer back to the loop.
        (dirty, waiting) = ([], [])
        closing?.finish()
    }

    /// Waits for something to do, and does it.
    private func turn() {
        let count = poller.wait(timeout)
        turns += 1
        clock.turn()
        activity.begin(at: clock.now)
        defer { activity.end() }
        for index in 0..<count {
            let (token, events) = poller[index]
            switch token {
            case Token.listener: accept()
            case Token.jobs: jobs.clear()
            default: connections[Int(token)]?.ready(events)
            }
        }
        continueWaiting()
        unsafe jobs.run(on: asUnownedTaskExecutor())
        flush()
        for slot in deadlines.expired(at: clock.now) { connections[slot]?.expire() }
        flush()
        if acceptor.resumesAt <= clock.now { resumeAccepting() }
        freeSlots += freedSlots
        freedSlots.removeAll(keepingCapacity: true)
    }

    /// Lets connections continue that waited for this turn; not all, for a turn of many would be long.
    private func continueWaiting() {
        guard !waiting.isEmpty else { return }
        let count = min(waiting.count, Self.continuedInTurn)
        let continued = waiting[..<count]
        waiting.removeFirst(count)
        for connection in continued { connection.takeTurn() }
    }

    private static let continuedInTurn = 64

    private func flush() {
        // A flush can make more to send: by index, not by an iterator.
        var index = 0
        while index < dirty.count {
            dirty[index].flush()
            index += 1
        }
        dirty.removeAll(keepingCapacity: true)
    }

    /// The time until the next deadline, in milliseconds; -1 without a deadline.
    private var timeout: Int32 {
        if jobs.hasLocalJobs || !waiting.isEmpty { return 0 }
        let next = min(deadlines.next, acceptor.resumesAt, closing?.deadline ?? .never)
        return next == .never ? -1 : Int32(clamping: max(0, next - .now()))
    }

    /// TLS writes without a flag that keeps the signal from being sent.
    private func blockBrokenPipe() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

// MARK: - For connections

extension EventLoop {
    func deadline(of phase: Connection.Phase) -> Milliseconds { clock.now + times[phase] }

    /// Creates a connection in a free slot.
    func add(_ make: (Int) -> Connection) -> Connection {
        let slot = freeSlots.popLast() ?? connections.count
        if slot == connections.count { connections.append(nil) }
        let connection = make(slot)
        connections[slot] = connection
        connectionCount += 1
        return connection
    }

    /// A connection was closed.
    func remove(_ connection: Connection) {
        deadlines[connection.slot] = .never
        connections[connection.slot] = nil
        freedSlots.append(connection.slot)
        connectionCount -= 1
    }

    /// Closes a connection of this loop that is too slow; from any thread.
    func evict(_ connection: Connection) {
        Task(executorPreference: self) { connection.evict() }
    }

    /// Writes a line about clients that spoke HTTP without TLS, now and then.
    func reportPlainHTTP(from peer: PeerAddress) {
        guard let times = plainRequests.note(at: clock.now) else { return }
        settings.logger.notice(
            "HTTP without TLS at the port for TLS: clients need an https URL",
            metadata: ["times": .stringConvertible(times), "remote": .string(peer.text)]
        )
    }

    /// An empty buffer for output.
    func takeBuffer() -> [UInt8] { buffers.popLast() ?? [] }

    /// Takes the storage of output that was sent, for other connections.
    func giveBack(_ output: inout OutputBuffer) {
        var taken = OutputBuffer()
        swap(&taken, &output)
        guard buffers.count < 64, (1...16 * 1024).contains(taken.bytes.capacity) else { return }
        taken.bytes.removeAll(keepingCapacity: true)
        buffers.append(taken.bytes)
    }

    /// Changes whether clients are accepted.
    func watchListener(_ interest: Poller.Interest) {
        poller.change(acceptor.descriptor, token: Token.listener, interest)
    }
}

extension EventLoop: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        jobs.add(UnownedJob(job))
    }
}
