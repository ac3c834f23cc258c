import CardeaEncodings
import CardeaLocks
import CardeaMetrics

/// The metrics of requests to identity providers, by host.
final class ProviderInstruments: Sendable {
    /// Hosts come from configurations and documents of providers; the rest are one.
    private static let mostHosts = 200

    private struct Instruments {
        let succeeded: Counter
        let failed: Counter
        let time: Timer
    }

    private let factory: any MetricsFactory
    private let known = Mutex<[ExactText: Instruments]>([:])

    init(factory: any MetricsFactory) { self.factory = factory }

    func record(host: String, succeeded: Bool, time: Duration) {
        let instruments = known.withLock { known in
            let name = known[host.exact] == nil && known.count >= Self.mostHosts ? "other" : host
            let instruments = known[name.exact] ?? make(name)
            known[name.exact] = instruments
            return instruments
        }
        (succeeded ? instruments.succeeded : instruments.failed).increment()
        instruments.time.record(duration: time)
    }

    private func make(_ host: String) -> Instruments {
        func counter(_ outcome: String) -> Counter {
            Counter(
                label: "cardea_provider_requests_total",
                dimensions: [("host", host), ("outcome", outcome)],
                factory: factory
            )
        }
        return Instruments(
            succeeded: counter("succeeded"),
            failed: counter("failed"),
            time: Timer(
                label: "cardea_provider_request_duration_seconds",
                dimensions: [("host", host)],
                factory: factory
            )
        )
    }
}
