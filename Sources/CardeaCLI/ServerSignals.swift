import Dispatch
import Glibc

/// What a server does about signals, from before it starts.
struct ServerSignals {
    private let arrivals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// Begins to look out for SIGTERM and SIGINT.
    ///
    /// SIGPIPE is ignored from here on: a reader of the log that goes away is no reason to end.
    init() {
        signal(SIGPIPE, SIG_IGN)
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.arrivals = arrivals
        sources = Self.stops.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.finish() }
            source.activate()
            return source
        }
    }

    /// Returns once the process was told to stop; to be told again ends it at once.
    func stop() async {
        for await _ in arrivals {}
        for source in sources { source.cancel() }
        for number in Self.stops { signal(number, SIG_DFL) }
    }

    private static let stops = [SIGTERM, SIGINT]
}
