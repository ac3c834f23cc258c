package import CardeaHTTPRouting
package import CardeaIdentityService
package import CardeaOperations

/// Sign-in and refresh under the names of Kii Cloud's REST API (K14).
package struct KiiAPI: Sendable {
    private let admission: KiiAdmission

    package init(
        signIn: SignIn,
        sessions: Sessions,
        access: any ProjectAccess,
        clock: any WallClock
    ) {
        admission = KiiAdmission(signIn: signIn, sessions: sessions, access: access, clock: clock)
    }

    /// The beginnings of its paths.
    package static let prefixes = ["/api/"]

    package static var operations: [OperationDescription] { .init([Operation.kiiToken], errors: .kii) }

    package func register(on router: inout Router) {
        Operation.kiiToken.register(on: &router, admission: admission)
    }

    /// The error response for a request that reached no operation.
    @Sendable package static func renderError(_ request: Request, _ failure: Router.Failure) -> Response {
        switch failure {
        case .rejected(let error): KiiError(error).response
        case .notFound: KiiError(.invalidRequest, "There is no such resource.", status: 404).response
        case .methodNotAllowed:
            KiiError(.invalidRequest, "The resource does not support this method.", status: 405).response
        }
    }
}
