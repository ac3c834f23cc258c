import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaHTTPRouting

extension Site {
    /// The site on the Unix socket: management, metrics, the reload of the certificate, and a check whether the server works.
    ///
    /// No page can reach it, so it has no CORS rule.
    static func management(_ application: Application, certificate: CertificateReload) -> Site {
        Site(
            ManagementRoutes(
                api: application.administration,
                metrics: MetricsRoutes(registry: application.dependencies.metrics.registry),
                certificate: certificate
            )
        )
    }
}

private struct ManagementRoutes: Responder {
    let api: AdminAPI
    let metrics: MetricsRoutes
    let certificate: CertificateReload

    func handle(_ request: Request) -> FutureResponse {
        switch request.path {
        case "/health/live" where request.error == nil: .ready(Response(status: 200))
        case "/metrics": metrics.handle(request)
        case "/reload" where request.error == nil && request.method == .post: .ready(reload())
        default: api.handle(request)
        }
    }

    /// Responds with one line: the message of success, or with status 409 the reason why the current certificate stays.
    private func reload() -> Response {
        do {
            return .text(try certificate.reload())
        } catch {
            return .text(error.description, status: 409)
        }
    }

    func bodySize(of request: Request) -> BodySize { api.bodySize(of: request) }
}
