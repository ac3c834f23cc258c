import CardeaAdminAPI
import CardeaHTTPRouting

/// What management reaches over the Unix socket.
struct ControlSite: Responder {
    private let api: AdminAPI
    private let metrics: MetricsSite

    init(_ application: Application) {
        metrics = MetricsSite(registry: application.surroundings.metrics.registry)
        api = application.administration
    }

    func respond(to request: Request) async -> Response {
        // How a command finds out whether the server behind the socket still lives.
        if request.path == "/health/live" { return Response(status: 200) }
        if request.path == "/metrics" { return await metrics.respond(to: request) }
        return await api.respond(to: request)
    }

    func refuse(_ request: Request, _ refusal: Refusal) -> Response { api.refuse(request, refusal) }
}
