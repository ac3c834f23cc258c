import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService

/// The Identity Toolkit and Secure Token protocols: what Google's SDKs, and Cardea's, speak.
package struct IdentityToolkitAPI: Sendable {
    private let gate: Gate
    private let service: IdentityService
    private let projects: ProjectDirectory
    private let random: any RandomSource

    package init(
        service: IdentityService,
        projects: ProjectDirectory,
        access: any ProjectAccess,
        random: any RandomSource
    ) {
        gate = Gate(access: access)
        self.service = service
        self.projects = projects
        self.random = random
    }

    package func register(on router: inout Router) {
        registerAccounts(on: &router)
        registerLists(on: &router)
        registerProjectInfo(on: &router)
        registerKeys(on: &router)

        let token = TokenController(service: service, gate: gate)
        router.on(.post, RoutePaths.secureToken("/v1/token"), token.exchange)
    }

    /// How to say in the protocol's words that a request reached no operation.
    @Sendable package static func renderError(_ request: Request, _ failure: Router.Failure) -> Response {
        switch failure {
        case .rejected(let error): IdentityToolkitError(error).response
        case .notFound: IdentityToolkitError.notFound.response
        case .methodNotAllowed: IdentityToolkitError.methodNotAllowed.response
        }
    }
}

extension IdentityToolkitAPI {
    private func registerAccounts(on router: inout Router) {
        let signIn = SignInController(service: service, random: random)
        router.on(.post, RoutePaths.apps("signInWithPassword"), gate.handler(signIn.signInWithPassword))
        router.on(.post, RoutePaths.relyingParty("verifyPassword"), gate.handler(signIn.signInWithPassword))
        router.on(.post, RoutePaths.apps("createAuthUri"), gate.handler(signIn.createAuthUri))
        router.on(.post, RoutePaths.relyingParty("createAuthUri"), gate.handler(signIn.createAuthUri))

        let signUp = gate.handler(SignUpController(service: service).signUp)
        router.on(.post, RoutePaths.apps("signUp"), signUp)
        router.on(.post, RoutePaths.administrators(""), signUp)
        router.on(.post, RoutePaths.relyingParty("signupNewUser"), signUp)

        let lookup = gate.handler(LookupController(service: service).lookup)
        router.on(.post, RoutePaths.apps("lookup"), lookup)
        router.on(.post, RoutePaths.administrators(":lookup"), lookup)
        router.on(.post, RoutePaths.relyingParty("getAccountInfo"), lookup)

        let update = gate.handler(UpdateController(service: service).update)
        router.on(.post, RoutePaths.apps("update"), update)
        router.on(.post, RoutePaths.administrators(":update"), update)
        router.on(.post, RoutePaths.relyingParty("setAccountInfo"), update)

        let deletion = DeleteController(service: service)
        let delete = gate.handler(deletion.delete)
        router.on(.post, RoutePaths.apps("delete"), delete)
        router.on(.post, RoutePaths.administrators(":delete"), delete)
        router.on(.post, RoutePaths.relyingParty("deleteAccount"), delete)
        router.on(
            .post,
            RoutePaths.administrators(":batchDelete"),
            bodySize: .large,
            gate.handler(deletion.batchDelete)
        )
    }

    private func registerLists(on router: inout Router) {
        let list = AccountListController(service: service)
        router.on(.get, RoutePaths.administrators(":batchGet"), gate.handler(list.batchGet))
        router.on(.post, RoutePaths.relyingParty("downloadAccount"), gate.handler(list.downloadAccount))
    }

    private func registerProjectInfo(on router: inout Router) {
        let info = ProjectInfoController()
        router.on(.get, RoutePaths.identityToolkit("/v1/projects"), gate.handler(info.project))
        router.on(.get, RoutePaths.relyingParty("getProjectConfig"), gate.handler(info.project))
        router.on(.get, RoutePaths.identityToolkit("/v2/passwordPolicy"), gate.handler(info.passwordPolicy))
        router.on(.get, RoutePaths.identityToolkit("/v1/recaptchaParams"), gate.handler(info.recaptchaParams))
        router.on(.get, RoutePaths.relyingParty("getRecaptchaParam"), gate.handler(info.recaptchaParams))
        router.on(.get, RoutePaths.identityToolkit("/v2/recaptchaConfig"), gate.handler(info.recaptchaConfig))
    }

    private func registerKeys(on router: inout Router) {
        let keys = KeyController(projects: projects)
        let account = "securetoken@system.gserviceaccount.com"
        router.on(.get, RoutePaths.www("/service_accounts/v1/jwk/\(account)"), keys.keySet)
        router.on(.get, RoutePaths.www("/robot/v1/metadata/x509/\(account)"), keys.certificates)
        router.on(.get, RoutePaths.relyingParty("publicKeys"), keys.certificates)
        router.on(.get, "/{project}/.well-known/jwks.json", keys.projectKeySet)
        router.on(.get, "/{project}/.well-known/openid-configuration", keys.configuration)
    }
}
