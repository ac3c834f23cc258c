import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService

/// What the command line asks of a server: management of projects, users and keys.
///
/// It checks no credential. Whoever reaches it may do everything, so it is served on nothing but the control
/// socket in the data directory, which only the server's own account can open.
package struct AdminAPI: Responder {
    private let router: Router

    package init(service: IdentityService, projects: ProjectDirectory, events: SecurityEvents) {
        var router = Router { request, failure in
            switch failure {
            case .rejected(let error): AdminError(.badRequest, error.reason).response
            case .notFound: AdminError(.notFound, "there is no \(request.path)").response
            case .methodNotAllowed:
                AdminError(.methodNotAllowed, "\(request.method) cannot be done here").response
            }
        }
        ProjectController(projects: projects).addRoutes(to: &router)
        UserController(service: service, projects: projects).addRoutes(to: &router)
        KeyController(projects: projects).addRoutes(to: &router)
        AdministratorController(projects: projects).addRoutes(to: &router)
        SecurityEventController(events: events, service: service, projects: projects).addRoutes(to: &router)
        self.router = router
    }

    package func handle(_ request: Request) -> FutureResponse { router.handle(request) }

    package func bodySize(of request: Request) -> BodySize { router.bodySize(of: request) }
}

extension Router {
    /// Adds a handler whose errors are told to the person who asked.
    mutating func answer(
        _ method: RequestMethod,
        _ pattern: String,
        _ handler: @escaping @Sendable (Request, PathParameters) async throws -> Response
    ) {
        on(method, pattern) { request, parameters in
            do {
                return try await handler(request, parameters)
            } catch {
                return AdminError(describing: error).response
            }
        }
    }
}
