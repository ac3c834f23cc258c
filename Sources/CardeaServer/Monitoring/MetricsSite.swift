import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaMetrics

/// `/metrics`, for Prometheus; it asks for no credential, so it is served where management is, and nowhere else.
struct MetricsSite: Responder {
    let registry: MetricsRegistry

    func respond(to request: Request) async -> Response {
        guard request.path == "/metrics" else { return .text("Not Found", status: 404) }
        guard [.get, .head].contains(request.method) else { return .text("Method Not Allowed", status: 405) }
        return Response(
            fields: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: Array(registry.text().utf8)
        )
    }
}
