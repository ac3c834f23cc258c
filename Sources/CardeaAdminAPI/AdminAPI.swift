import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService

/// Management of projects, tenants, apps, users, keys and mail, for the command line.
///
/// It checks no credential: it is served only on the control socket in the data directory, which only the server's own
/// user can open.
package struct AdminAPI: Responder {
    private let router: Router
    private let projects: ProjectDirectory

    package init(
        users: UserAdministration,
        userImport: UserImport,
        userExport: UserExport,
        mail: MailAdministration,
        events: SecurityEvents,
        projects: ProjectDirectory
    ) {
        var router = Router { request, failure in
            switch failure {
            case .rejected(let error): AdminError(.badRequest, error.reason).response
            case .notFound: AdminError(.notFound, "there is no \(request.path)").response
            case .methodNotAllowed:
                AdminError(.methodNotAllowed, "\(request.path) has no method \(request.method)").response
            }
        }
        ProjectController(projects: projects).addRoutes(to: &router)
        TenantController(projects: projects).addRoutes(to: &router)
        AppController(projects: projects).addRoutes(to: &router)
        UserController(users: users, projects: projects).addRoutes(to: &router)
        UserTransferController(userImport: userImport, userExport: userExport, projects: projects)
            .addRoutes(to: &router)
        KeyController(projects: projects).addRoutes(to: &router)
        ServiceAccountController(projects: projects).addRoutes(to: &router)
        AdministratorController(projects: projects).addRoutes(to: &router)
        SecurityEventController(events: events, users: users, projects: projects).addRoutes(to: &router)
        MailController(mail: mail, projects: projects).addRoutes(to: &router)
        self.router = router
        self.projects = projects
    }

    package func handle(_ request: Request) -> FutureResponse {
        if projects.isCurrent { return router.handle(request) }
        // Another node has changed a project, a tenant, an app or a key.
        return .pending { [projects, router] in
            do {
                try await projects.synchronize()
            } catch {
                return AdminError(describing: error).response
            }
            return await router.respond(to: request)
        }
    }

    package func bodySize(of request: Request) -> BodySize { router.bodySize(of: request) }
}

extension Router {
    /// Adds a handler whose errors become error responses.
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
