import Dispatch
import Glibc

/// What a server does about signals, from before it starts.
struct ServerSignals {
    private enum Event {
        case stop
        case reload
    }

    private let events: AsyncStream<Event>
    private let sources: [any DispatchSourceSignal]

    /// Begins to look out for SIGTERM, SIGINT and SIGHUP.
    ///
    /// SIGPIPE is ignored from here on: a reader of the log that goes away is no reason to end. SIGUSR1 and SIGUSR2 are
    /// ignored, too: they mean nothing here, and would end the process without a word.
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

    /// Calls `reload` at each SIGHUP, and returns once the process was told to stop; to be told again ends it at once.
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
