import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityService

extension Site {
    /// The site on the Unix socket: management, metrics, the reload of the certificate, and a check whether the server works.
    ///
    /// No page can reach it, so it has no CORS rule.
    ///
    /// - Parameters:
    ///   - application: The use cases.
    ///   - certificate: Reads the certificate again.
    ///   - engine: The engine of the database.
    /// - Returns: The site.
    static func management(
        _ application: Application,
        certificate: CertificateReload,
        engine: String
    ) -> Site {
        let dependencies = application.dependencies
        let random = dependencies.random
        return Site(
            ManagementRoutes(
                api: application.administration,
                metrics: MetricsRoutes(registry: dependencies.metrics.registry),
                certificate: certificate,
                engine: engine
            ),
            middleware: [
                RequestIdentifiers { random.word() }, AdministrationMonitor(logger: dependencies.logger),
            ]
        )
    }
}

private struct ManagementRoutes: Responder {
    let api: AdminAPI
    let metrics: MetricsRoutes
    let certificate: CertificateReload
    let engine: String

    func handle(_ request: Request) -> FutureResponse {
        switch request.path {
        case "/health/live" where request.error == nil:
            .ready(Response(status: 200, body: Array(engine.utf8)))
        case "/metrics": metrics.handle(request)
        case _ where MaintenanceLog.accepts(request): MaintenanceLog().handle(request)
        case "/reload" where request.error == nil && request.method == .post: .ready(reload(for: request))
        default: api.handle(request)
        }
    }

    /// Responds with one line: the message of success, or with status 409 the reason why the current certificate stays.
    private func reload(for request: Request) -> Response {
        var response: Response
        do {
            response = .text(try certificate.reload())
        } catch {
            response = .text(error.description, status: 409).recording(code: "conflict")
        }
        let administration = Administration("certificate.reload", by: request.operatorActor.fields)
        administration.note("server", "all")
        response.note { $0.administration = administration }
        return response
    }

    func bodySize(of request: Request) -> BodySize { api.bodySize(of: request) }
}
