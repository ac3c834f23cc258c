import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaMetrics

/// The route `/metrics`, for Prometheus.
///
/// It asks for no credential, so it is served where management is and on its own address.
struct MetricsRoutes: Responder {
    let registry: MetricsRegistry

    func handle(_ request: Request) -> FutureResponse {
        .ready(request.error.map { .text($0.reason, status: $0.status) } ?? response(to: request))
    }

    private func response(to request: Request) -> Response {
        guard request.path == "/metrics" else { return .text("Not Found", status: 404) }
        guard [.get, .head].contains(request.method) else { return .text("Method Not Allowed", status: 405) }
        return Response(
            fields: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: Array(registry.text().utf8)
        )
    }
}
