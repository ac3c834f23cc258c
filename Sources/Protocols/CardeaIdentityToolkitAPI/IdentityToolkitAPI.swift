import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService
package import CardeaOperations

/// The Identity Toolkit and Secure Token protocols: what Google's SDKs, and Cardea's, use.
package struct IdentityToolkitAPI: Sendable {
    private let admission: ToolkitAdmission
    private var projects: ProjectDirectory { admission.services.projects }

    package init(services: IdentityServices, access: any ProjectAccess) {
        admission = ToolkitAdmission(access: access, services: services)
    }

    /// The operations of the protocols.
    package static var operations: [OperationDescription] {
        [OperationDescription](toolkitOperations, errors: .identityToolkit)
            + .init(keyOperations, errors: .identityToolkit)
            + .init(issuerOperations, errors: .identityToolkit)
    }

    private static var toolkitOperations: [ToolkitOperation] {
        [
            .signUp, .signInWithPassword, .signInWithEmailLink, .signInWithCustomToken, .signInWithIdp,
            .signInWithRecoveryCode, .listSessions, .endSession, .endOtherSessions,
            .createSessionCookie, .sendOobCode, .resetPassword, .sendVerificationCode,
            .signInWithPhoneNumber, .createAuthUri,
            .lookup, .update, .delete, .batchCreate,
            .batchDelete,
            .batchGet, .downloadAccount, .query, .exchangeToken, .revokeToken, .providerTokens,
            .getProject,
            .getPasswordPolicy,
            .getRecaptchaParams,
            .getRecaptchaConfig, .getConfig, .updateConfig, .createTenant, .getTenant, .listTenants,
            .updateTenant, .deleteTenant, .getTenantPolicy, .listDefaultSupportedIDPs, .initializeAuth,
            .signBlob,
        ] + ToolkitOperation.providerConfigs
    }

    private static var keyOperations: [Operation<PublishedKeys>] {
        [.keySet, .certificates, .sessionCookieKeySet, .sessionCookieCertificates]
    }

    private static var issuerOperations: [Operation<Issuer>] { [.issuerKeySet, .providerMetadata] }

    package func register(on router: inout Router) {
        for operation in Self.toolkitOperations { operation.register(on: &router, admission: admission) }
        let projects = projects
        let keys = Self.open { _ in PublishedKeys(projects: projects) }
        for operation in Self.keyOperations { operation.register(on: &router, admission: keys) }
    }

    /// Adds the issuers' documents to a router.
    ///
    /// Their paths begin with the ID of a project. Each site has them, so a project may have the name of a site.
    package func registerIssuers(on router: inout Router) {
        let projects = projects
        let issuers = Self.open { path in try Issuer(projects, project: path["project"]) }
        for operation in Self.issuerOperations { operation.register(on: &router, admission: issuers) }
    }

    /// The admission of operations that need no credential.
    private static func open<Context>(
        _ context: @escaping @Sendable (PathParameters) throws -> Context
    ) -> OpenAdmission<Context> {
        OpenAdmission(.anyone) { _, path in
            try context(path)
        } errorResponse: {
            IdentityToolkitError(describing: $0).response
        }
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
