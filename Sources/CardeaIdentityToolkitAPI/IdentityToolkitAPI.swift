import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService
package import CardeaOperations

/// The Identity Toolkit and Secure Token protocols: what Google's SDKs, and Cardea's, use.
package struct IdentityToolkitAPI: Sendable {
    private let admission: ToolkitAdmission
    private let projects: ProjectDirectory

    package init(
        service: IdentityService,
        projects: ProjectDirectory,
        access: any ProjectAccess,
        random: any RandomSource
    ) {
        admission = ToolkitAdmission(
            access: access,
            services: ToolkitServices(service: service, random: random)
        )
        self.projects = projects
    }

    /// The operations of the protocols.
    package static var operations: [OperationDescription] {
        toolkitOperations.map(\.description) + keyOperations.map(\.description)
    }

    private static var toolkitOperations: [ToolkitOperation] {
        [
            .signUp, .signInWithPassword, .createAuthUri, .lookup, .update, .delete, .batchDelete, .batchGet,
            .downloadAccount, .exchangeToken, .getProject, .getPasswordPolicy, .getRecaptchaParams,
            .getRecaptchaConfig,
        ]
    }

    private static var keyOperations: [Operation<PublishedKeys>] { [.keySet, .certificates] }

    package func register(on router: inout Router) {
        for operation in Self.toolkitOperations { operation.register(on: &router, admission: admission) }
        let projects = projects
        let open = OpenAdmission(.anyone) { _, _ in
            PublishedKeys(projects: projects)
        } errorResponse: {
            IdentityToolkitError(describing: $0).response
        }
        for operation in Self.keyOperations { operation.register(on: &router, admission: open) }
    }

    /// The error response for a request that reached no operation.
    @Sendable package static func renderError(_ request: Request, _ failure: Router.Failure) -> Response {
        switch failure {
        case .rejected(let error): IdentityToolkitError(error).response
        case .notFound: IdentityToolkitError.notFound.response
        case .methodNotAllowed: IdentityToolkitError.methodNotAllowed.response
        }
    }
}
