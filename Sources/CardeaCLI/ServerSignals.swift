import Dispatch
import Glibc

/// The signals that control a server, handled from before it starts.
struct ServerSignals {
    private enum Event {
        case stop
        case reload
    }

    private let events: AsyncStream<Event>
    private let sources: [any DispatchSourceSignal]

    /// Handles SIGTERM, SIGINT and SIGHUP from now on.
    ///
    /// SIGPIPE is ignored: the server continues if the reader of its log ends. SIGUSR1 and SIGUSR2 have no meaning and are
    /// ignored, too: their default would end the process without a message.
    init() {
        for number in [SIGPIPE, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        sources = (Self.stops + [SIGHUP]).map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number == SIGHUP ? .reload : .stop) }
            source.activate()
            return source
        }
    }

    /// Calls `reload` at each SIGHUP, and returns at SIGTERM or SIGINT.
    ///
    /// A second one ends the process at once.
    func serve(reload: () -> Void) async {
        for await event in events {
            if event == .stop { break }
            reload()
        }
        for source in sources { source.cancel() }
        for number in Self.stops { signal(number, SIG_DFL) }
    }

    private static let stops = [SIGTERM, SIGINT]
}
