import CardeaLocks
import CardeaMetrics

/// The names of the metrics of requests.
package enum RequestMetricNames {
    package static let requests = "cardea_http_requests_total"
    package static let duration = "cardea_http_request_duration_seconds"
}

/// The metrics of requests, each created once.
final class RequestInstruments: Sendable {
    private struct Kind: Hashable {
        let method: String
        let route: String?
        let status: Int
    }

    private struct Instruments {
        let count: Counter
        let time: Timer
    }

    private let factory: any MetricsFactory
    private let known = Mutex<[Kind: Instruments]>([:])

    init(factory: any MetricsFactory) { self.factory = factory }

    /// Counts a response.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - response: The response.
    ///   - nanoseconds: The time from the complete request to its response; `nil` for an incomplete request.
    func count(_ method: String, _ response: Response, nanoseconds: Int64? = nil) {
        let kind = Kind(method: method, route: response.route, status: response.status)
        let instruments = known.withLock { $0[kind] } ?? make(kind)
        instruments.count.increment()
        if let nanoseconds { instruments.time.recordNanoseconds(nanoseconds) }
    }

    private func make(_ kind: Kind) -> Instruments {
        let route = ("route", kind.route ?? "none")
        let instruments = Instruments(
            count: Counter(
                label: RequestMetricNames.requests,
                dimensions: [("method", kind.method), route, ("status", String(kind.status))],
                factory: factory
            ),
            time: Timer(label: RequestMetricNames.duration, dimensions: [route], factory: factory)
        )
        known.withLock { $0[kind] = instruments }
        return instruments
    }
}
