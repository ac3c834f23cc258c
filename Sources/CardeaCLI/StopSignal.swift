import Dispatch
import Glibc

/// Waits until the process is told to stop.
enum StopSignal {
    /// Returns on the first SIGTERM or SIGINT; the next one ends the process at once, as signals do.
    static func wait() async {
        let numbers = [SIGTERM, SIGINT]
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.finish() }
            source.activate()
            return source
        }
        for await _ in arrivals {}
        for source in sources { source.cancel() }
        for number in numbers { signal(number, SIG_DFL) }
    }
}
