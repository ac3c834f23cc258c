import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService
package import CardeaOperations

/// OAuth 2.0 for the sessions of this server: refresh, revocation, introspection.
package struct OAuthAPI: Sendable {
    private let admission: ClientAdmission

    package init(service: IdentityService, access: any ProjectAccess) {
        admission = ClientAdmission(service: service, access: access)
    }

    /// The beginning of all its paths.
    package static let prefix = "/oauth2/"

    /// The operations of the protocol.
    package static var operations: [OperationDescription] { table.map(\.description) }

    private static var table: [Operation<ClientCall>] { [.refresh, .revoke, .introspect] }

    package func register(on router: inout Router) {
        for operation in Self.table { operation.register(on: &router, admission: admission) }
    }

    /// The error response for a request that reached no operation.
    @Sendable package static func renderError(_ request: Request, _ failure: Router.Failure) -> Response {
        switch failure {
        case .rejected(let error): OAuthError(error).response
        case .notFound: OAuthError(.invalidRequest, "There is no such endpoint.", status: 404).response
        case .methodNotAllowed:
            OAuthError(.invalidRequest, "The endpoint does not support this method.", status: 405).response
        }
    }
}
