import HTTPMessages
package import HTTPRouting
package import IdentityService

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
        registerAdministration(on: &router)
        registerProjectInfo(on: &router)
        registerKeys(on: &router)

        let token = TokenController(service: service, gate: gate)
        router.on(.post, RoutePaths.secureToken("/v1/token"), token.exchange)
    }

    private func registerAccounts(on router: inout Router) {
        let signUp = SignUpController(service: service)
        let signIn = SignInController(service: service, random: random)
        let operations: [(name: String, olderName: String, handler: Router.Handler)] = [
            ("signUp", "signupNewUser", gate.handler(signUp.signUp)),
            ("signInWithPassword", "verifyPassword", gate.handler(signIn.signInWithPassword)),
            ("createAuthUri", "createAuthUri", gate.handler(signIn.createAuthUri)),
            ("lookup", "getAccountInfo", gate.handler(LookupController(service: service).lookup)),
            ("update", "setAccountInfo", gate.handler(UpdateController(service: service).update)),
            ("delete", "deleteAccount", gate.handler(DeleteController(service: service).delete)),
        ]
        for (name, olderName, handler) in operations {
            router.on(.post, RoutePaths.identityToolkit("/v1/accounts:\(name)"), handler)
            router.on(.post, RoutePaths.relyingParty(olderName), handler)
        }
    }

    private func registerAdministration(on router: inout Router) {
        let list = AccountListController(service: service)
        router.on(.post, RoutePaths.accounts(""), gate.handler(SignUpController(service: service).signUp))
        router.on(
            .post,
            RoutePaths.accounts(":lookup"),
            gate.handler(LookupController(service: service).lookup)
        )
        router.on(
            .post,
            RoutePaths.accounts(":update"),
            gate.handler(UpdateController(service: service).update)
        )
        router.on(
            .post,
            RoutePaths.accounts(":delete"),
            gate.handler(DeleteController(service: service).delete)
        )
        router.on(.get, RoutePaths.accounts(":batchGet"), gate.handler(list.batchGet))
        router.on(.post, RoutePaths.relyingParty("downloadAccount"), gate.handler(list.downloadAccount))
    }

    private func registerProjectInfo(on router: inout Router) {
        let info = ProjectInfoController()
        router.on(.get, RoutePaths.identityToolkit("/v1/projects"), gate.handler(info.project))
        router.on(.get, RoutePaths.relyingParty("getProjectConfig"), gate.handler(info.project))
        router.on(.get, RoutePaths.identityToolkit("/v2/passwordPolicy"), gate.handler(info.passwordPolicy))
    }
}

extension IdentityToolkitAPI {
    private func registerKeys(on router: inout Router) {
        let keys = KeyController(projects: projects)
        let account = "securetoken@system.gserviceaccount.com"
        router.on(.get, RoutePaths.www("/service_accounts/v1/jwk/\(account)"), keys.keySet)
        router.on(.get, RoutePaths.www("/robot/v1/metadata/x509/\(account)"), keys.certificates)
        router.on(.get, RoutePaths.relyingParty("publicKeys"), keys.certificates)
        router.on(.get, "/{project}/.well-known/jwks.json", keys.projectKeySet)
        router.on(.get, "/{project}/.well-known/openid-configuration", keys.configuration)
    }

    /// How to say in the protocol's words that a path leads nowhere.
    @Sendable package static func refusal(_ request: Request, _ failure: Router.Failure) -> Response {
        switch failure {
        case .notFound: IdentityToolkitError.notFound.response
        case .methodNotAllowed: IdentityToolkitError.methodNotAllowed.response
        }
    }
}

extension Router {
    mutating func on(_ method: HTTPMethod, _ paths: [String], _ handler: @escaping Handler) {
        for path in paths { on(method, path, handler) }
    }
}
