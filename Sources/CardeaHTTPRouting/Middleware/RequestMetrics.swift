import CardeaHTTPMessages
import CardeaLocks
package import CardeaMetrics

/// Counts requests and measures how long they take, by the patterns of their routes.
///
/// No label comes from a client: a path without a route is `none`, an invented method is `other`.
package struct RequestMetrics<Time: Clock>: Responder where Time.Duration == Duration {
    private let next: any Responder
    private let clock: Time
    private let instruments: RequestInstruments

    package init(_ next: any Responder, factory: any MetricsFactory, clock: Time) {
        self.next = next
        self.clock = clock
        instruments = RequestInstruments(factory: factory)
    }

    package func respond(to request: Request) async -> Response {
        let start = clock.now
        let response = await next.respond(to: request)
        instruments.count(request, response)
        instruments.recorder(of: response.route).record(start.duration(to: clock.now))
        return response
    }

    package func bodySize(of request: Request) -> BodySize { next.bodySize(of: request) }

    package func refuse(_ request: Request, _ refusal: Refusal) -> Response {
        let response = next.refuse(request, refusal)
        instruments.count(request, response)
        return response
    }
}

/// The names of the metrics of requests.
package enum RequestMetricNames {
    package static let requests = "cardea_http_requests_total"
    package static let duration = "cardea_http_request_duration_seconds"
}

/// The instruments of the routes that were asked for, each made once.
private final class RequestInstruments: Sendable {
    private struct Kind: Hashable {
        let method: String
        let route: String?
        let status: Int
    }

    private struct State {
        var counters: [Kind: Counter] = [:]
        var recorders: [String?: Recorder] = [:]
    }

    private let factory: any MetricsFactory
    private let state = Mutex(State())

    init(factory: any MetricsFactory) { self.factory = factory }

    func count(_ request: Request, _ response: Response) {
        let kind = Kind(
            method: request.method.nameOfKnown,
            route: response.route,
            status: response.status
        )
        counter(of: kind).increment()
    }

    private func counter(of kind: Kind) -> Counter {
        if let known = state.withLock({ $0.counters[kind] }) { return known }
        let counter = Counter(
            label: RequestMetricNames.requests,
            dimensions: [
                ("method", kind.method), ("route", kind.route ?? "none"), ("status", String(kind.status)),
            ],
            factory: factory
        )
        state.withLock { $0.counters[kind] = counter }
        return counter
    }

    func recorder(of route: String?) -> Recorder {
        if let known = state.withLock({ $0.recorders[route] }) { return known }
        let recorder = Recorder(
            label: RequestMetricNames.duration,
            dimensions: [("route", route ?? "none")],
            factory: factory
        )
        state.withLock { $0.recorders[route] = recorder }
        return recorder
    }
}

extension HTTPMethod {
    /// The method's name, unless it is one of the caller's invention.
    var nameOfKnown: String {
        switch self {
        case .get, .head, .post, .put, .patch, .delete, .options: rawValue
        default: "other"
        }
    }
}
