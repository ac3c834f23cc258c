import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/oauth2/introspect`: what a token is worth at this moment (RFC 7662), told to an administrator.
struct IntrospectionEndpoint: Sendable {
    let service: IdentityService
    let clients: ClientDirectory

    func respond(_ request: Request, _ path: PathParameters) async -> Response {
        await OAuthError.answering {
            let form = try OAuthForm(request)
            let caller = try await clients.administrator(request, form)
            let token = try form.required("token")
            let introspection = try await service.introspect(token, hint: try form.tokenTypeHint, by: caller)
            return .uncached(Self.text(introspection, project: caller.project.id))
        }
    }

    private static func text(_ introspection: Introspection, project: ProjectID) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            guard case .active(let token) = introspection else {
                json.member("active", false)
                return
            }
            json.member("active", true)
            if token.kind == .accessToken { json.member("token_type", "Bearer") }
            json.member("iss", token.issuer)
            json.member("aud", project.rawValue)
            json.member("client_id", project.rawValue)
            json.member("sub", token.user.id.rawValue)
            if let email = token.user.email { json.member("username", email.description) }
            json.member("iat", token.issuedAt.seconds)
            if let expiresAt = token.expiresAt { json.member("exp", expiresAt.seconds) }
            json.member("auth_time", token.session.authenticatedAt.seconds)
        }
        return json.bytes
    }
}
