import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService
package import CardeaOperations

/// Management of projects, tenants, apps, users, keys and mail, for the command line.
///
/// It checks no credential: it is served only on the control socket in the data directory, which only the server's own
/// user can open.
package struct AdminAPI: Responder {
    private let router: Router

    package init(services: IdentityServices, providerTester: any ProviderTester = NoProviders()) {
        var router = Router(renderError: Self.renderError)
        let admission = OperatorAdmission(services: services, providerTester: providerTester)
        for operation in Self.table { operation.register(on: &router, admission: admission) }
        OpenAPIDocument(Self.operations, title: "Cardea management").register(on: &router)
        self.router = router
    }

    /// The operations of the protocol.
    package static var operations: [OperationDescription] { .init(table, errors: .management) }

    private static var table: [AdminOperation] {
        projectOperations + tenantOperations + appOperations + userOperations + keyOperations
            + serviceAccountOperations + administratorOperations + [.listSecurityEvents] + outboxOperations
            + mailTemplateOperations + providerOperations
    }

    private static var projectOperations: [AdminOperation] {
        [
            .listProjects, .createProject, .getProject, .updateProject, .deleteProject, .addAPIKey,
            .removeAPIKey,
        ]
    }

    private static var tenantOperations: [AdminOperation] {
        [.listTenants, .createTenant, .getTenant, .updateTenant, .deleteTenant]
    }

    private static var appOperations: [AdminOperation] {
        [.listApps, .createApp, .getApp, .updateApp, .replaceAppSecret, .deleteApp]
    }

    private static var userOperations: [AdminOperation] {
        [
            .listUsers, .createUser, .getUser, .updateUser, .deleteUser, .signOutUser, .unlinkProvider,
            .listSessions, .endSession, .sendPasswordReset, .createRecoveryCode, .exportUser, .importUsers,
            .exportUsers, .countUsers,
        ]
    }

    private static var keyOperations: [AdminOperation] {
        [.listSigningKeys, .rotateSigningKey, .listRefreshTokenKeys, .rotateRefreshTokenKey]
    }

    private static var serviceAccountOperations: [AdminOperation] {
        [
            .listServiceAccounts, .createServiceAccount, .getServiceAccount, .updateServiceAccount,
            .deleteServiceAccount, .addServiceAccountKey, .deleteServiceAccountKey,
        ]
    }

    private static var administratorOperations: [AdminOperation] {
        [.listAdministrators, .createAdministrator, .deleteAdministrator]
    }

    private static var outboxOperations: [AdminOperation] {
        [.listMails, .getMail, .retryMail, .deleteMail, .sendTestMail]
    }

    private static var mailTemplateOperations: [AdminOperation] {
        [.listMailTemplates, .getMailTemplate, .setMailTemplate, .resetMailTemplate]
    }

    private static var providerOperations: [AdminOperation] {
        [.listProviders, .getProvider, .setProvider, .deleteProvider, .testProvider]
    }

    package func handle(_ request: Request) -> FutureResponse { router.handle(request) }

    package func bodySize(of request: Request) -> BodySize { router.bodySize(of: request) }

    @Sendable private static func renderError(_ request: Request, _ failure: Router.Failure) -> Response {
        switch failure {
        case .rejected(let error): AdminError(error).response
        case .notFound: AdminError(.notFound, "there is no \(request.path)").response
        case .methodNotAllowed:
            AdminError(.methodNotAllowed, "\(request.path) has no method \(request.method)").response
        }
    }
}
