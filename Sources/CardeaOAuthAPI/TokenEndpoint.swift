import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/oauth2/token`: new tokens for a refresh token (RFC 6749 §6).
struct TokenEndpoint: Sendable {
    let service: IdentityService
    let clients: ClientDirectory

    func respond(_ request: Request, _ path: PathParameters) async -> Response {
        await OAuthError.answering {
            let form = try OAuthForm(request)
            guard try form.required("grant_type") == "refresh_token" else {
                throw OAuthError(.unsupportedGrantType, "Only refresh_token is granted here.")
            }
            let refreshToken = try form.required("refresh_token")
            let caller = try await clients.caller(request, form)
            guard try form["scope"] == nil else { throw OAuthError(.invalidScope, "Tokens have no scopes.") }
            let tokens = try await service.refresh(Array(refreshToken.utf8), by: caller).tokens
            return .uncached(Self.text(tokens))
        }
    }

    private static func text(_ tokens: IssuedTokens) -> [UInt8] {
        var json = JSONText(capacity: tokens.accessToken.count + 256)
        json.object { json in
            json.member("access_token", unescaped: tokens.accessToken)
            json.member("token_type", "Bearer")
            json.member("expires_in", tokens.lifetime.seconds)
            if let refreshToken = tokens.refreshToken {
                json.member("refresh_token", unescaped: refreshToken)
            }
        }
        return json.bytes
    }
}
