import CardeaEncodings
import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService
package import CardeaOperations

/// OAuth 2.0 for the sessions and service accounts of this server: refresh, revocation, introspection, assertions.
package struct OAuthAPI: Sendable {
    private let admission: ClientAdmission
    private let serviceAccounts: ServiceAccounts

    package init(sessions: Sessions, serviceAccounts: ServiceAccounts, access: any ProjectAccess) {
        admission = ClientAdmission(sessions: sessions, access: access)
        self.serviceAccounts = serviceAccounts
    }

    /// The beginnings of its paths.
    package static var prefixes: [String] {
        ["/oauth2/"] + Operation.exchangeAssertion.description.paths.flatMap(\.served)
    }

    /// The operations of the protocol.
    package static var operations: [OperationDescription] {
        [OperationDescription](table, errors: .oauth) + .init([Operation.exchangeAssertion], errors: .oauth)
    }

    private static var table: [Operation<ClientCall>] { [.refresh, .revoke, .introspect] }

    package func register(on router: inout Router) {
        for operation in Self.table { operation.register(on: &router, admission: admission) }
        let serviceAccounts = serviceAccounts
        Operation.exchangeAssertion.register(
            on: &router,
            admission: OpenAdmission(.anyone) { _, _ in
                serviceAccounts
            } errorResponse: {
                OAuthError(describing: $0).response
            }
        )
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
