import CardeaLocks
import CardeaOperatingSystem
import Dispatch
import Glibc

/// The signals that control a server, handled from before it starts until `close`.
struct ServerSignals {
    private enum Event {
        case stop
        case reload
    }

    private let events: AsyncStream<Event>
    private let sources: [any DispatchSourceSignal]

    /// Handles SIGTERM, SIGINT and SIGHUP from now on.
    ///
    /// SIGHUP stops a server that was started in a terminal: the terminal sends it when it closes. SIGPIPE is ignored: the
    /// server continues if the reader of its log ends. SIGUSR1 and SIGUSR2 have no meaning and are ignored, too: their
    /// default would end the process without a message.
    init() {
        for number in [SIGPIPE, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
        let hangup = ControllingTerminal.endsProcess ? Event.stop : .reload
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        let stop = Stop()
        sources = [SIGTERM, SIGINT, SIGHUP].map { number in
            let event = number == SIGHUP ? hangup : .stop
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if event == .stop, stop.isRepeated() {
                    signal(number, SIG_DFL)
                    kill(getpid(), number)
                }
                continuation.yield(event)
            }
            source.activate()
            return source
        }
    }

    /// Calls `reload` at each SIGHUP, and returns at SIGTERM or SIGINT.
    ///
    /// One that comes more than a second later ends the process at once.
    func serve(reload: () -> Void) async {
        for await event in events {
            if event == .stop { return }
            reload()
        }
    }

    func close() {
        for source in sources { source.cancel() }
    }
}

/// The first signal that stops the server.
private final class Stop: Sendable {
    private let first = Mutex<ContinuousClock.Instant?>(nil)

    /// Whether the server is already stopping, and has been for a second.
    ///
    /// Within the second it is the same wish: timeout(1) and some init systems send a signal to the process, and to its
    /// group.
    func isRepeated() -> Bool {
        let now = ContinuousClock.now
        return first.withLock { first in
            if first == nil { first = now }
            return first.map { $0.duration(to: now) > .seconds(1) } ?? false
        }
    }
}
