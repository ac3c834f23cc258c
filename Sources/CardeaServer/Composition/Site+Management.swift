import CardeaAdminAPI
import CardeaHTTPRouting

extension Site {
    /// The site on the Unix socket: management, metrics, and a check whether the server works.
    ///
    /// No page can reach it, so it has no CORS rule.
    static func management(_ application: Application) -> Site {
        Site(
            ManagementRoutes(
                api: application.administration,
                metrics: MetricsRoutes(registry: application.dependencies.metrics.registry)
            )
        )
    }
}

private struct ManagementRoutes: Responder {
    let api: AdminAPI
    let metrics: MetricsRoutes

    func handle(_ request: Request) -> FutureResponse {
        switch request.path {
        case "/health/live" where request.error == nil: .ready(Response(status: 200))
        case "/metrics": metrics.handle(request)
        default: api.handle(request)
        }
    }

    func bodySize(of request: Request) -> BodySize { api.bodySize(of: request) }
}
