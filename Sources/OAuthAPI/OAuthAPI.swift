import HTTPMessages
package import HTTPRouting
package import IdentityService

/// OAuth 2.0 for the sessions of this server: refresh, revocation, introspection.
package struct OAuthAPI: Sendable {
    private let service: IdentityService
    private let clients: ClientDirectory

    package init(service: IdentityService, access: any ProjectAccess) {
        self.service = service
        clients = ClientDirectory(access: access)
    }

    package func register(on router: inout Router) {
        let token = TokenEndpoint(service: service, clients: clients)
        let revocation = RevocationEndpoint(service: service, clients: clients)
        let introspection = IntrospectionEndpoint(service: service, clients: clients)
        router.on(.post, "/oauth2/token", token.respond)
        router.on(.post, "/oauth2/revoke", revocation.respond)
        router.on(.post, "/oauth2/introspect", introspection.respond)
    }
}
