import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityService

/// `/oauth2/revoke`: ends the session of a token (RFC 7009).
struct RevocationEndpoint: Sendable {
    let service: IdentityService
    let clients: ClientDirectory

    /// Whether the token was one is not told (RFC 7009 §2.2).
    func respond(_ request: Request, _ path: PathParameters) async -> Response {
        await OAuthError.answering {
            let form = try OAuthForm(request)
            let token = try form.required("token")
            let hint = try form.tokenTypeHint
            let caller = try await clients.caller(request, form)
            try await service.revoke(token, hint: hint, by: caller)
            return Response(fields: [.cacheControl: "no-store"])
        }
    }
}
