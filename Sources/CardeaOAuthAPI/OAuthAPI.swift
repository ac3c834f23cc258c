import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService

/// OAuth 2.0 for the sessions of this server: refresh, revocation, introspection.
package struct OAuthAPI: Sendable {
    private let service: IdentityService
    private let clients: ClientDirectory

    package init(service: IdentityService, access: any ProjectAccess) {
        self.service = service
        clients = ClientDirectory(access: access)
    }

    /// What all its paths begin with.
    package static let prefix = "/oauth2/"

    package func register(on router: inout Router) {
        let token = TokenEndpoint(service: service, clients: clients)
        let revocation = RevocationEndpoint(service: service, clients: clients)
        let introspection = IntrospectionEndpoint(service: service, clients: clients)
        router.on(.post, "/oauth2/token", token.respond)
        router.on(.post, "/oauth2/revoke", revocation.respond)
        router.on(.post, "/oauth2/introspect", introspection.respond)
    }

    /// How to say in OAuth's words that a request reached no endpoint.
    @Sendable package static func renderError(_ request: Request, _ failure: Router.Failure) -> Response {
        switch failure {
        case .rejected(let error): OAuthError(error).response
        case .notFound: OAuthError(.invalidRequest, "There is no such endpoint.", status: 404).response
        case .methodNotAllowed:
            OAuthError(.invalidRequest, "The endpoint does not take this method.", status: 405).response
        }
    }
}
