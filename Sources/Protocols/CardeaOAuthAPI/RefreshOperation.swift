import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSecrets

extension Operation<ClientCall> {
    static var refresh: Self {
        Operation(
            "oauth2.token",
            "Returns new tokens for a refresh token (RFC 6749 §6).",
            paths: [PathForm("/oauth2/token")],
            by: [.client],
            tenant: .ofToken,
            source: .form,
            errors: .oauth(.unsupportedGrantType, .invalidGrant, .invalidScope),
            cacheControl: "no-store"
        ) { (call, message: RefreshRequest) in
            guard message.grantType == "refresh_token" else {
                throw OAuthError(.unsupportedGrantType, "Only the grant type refresh_token is supported.")
            }
            guard let refreshToken = message.refreshToken else {
                throw OAuthError(.invalidRequest, "refresh_token is missing.")
            }
            guard message.scope == nil else { throw OAuthError(.invalidScope, "Tokens have no scopes.") }
            let tokens = try await call.sessions.refresh(
                refreshToken.utf8,
                as: .accessToken,
                by: call.caller
            )
            .tokens
            return RefreshResponse(tokens)
        }
    }
}

struct RefreshRequest: InputMessage {
    var grantType: String?
    var refreshToken: Secret?
    var scope: String?
    var clientId: String?
    var clientSecret: Secret?

    static let inputFields = InputTable<Self>(naming: .snakeCase) {
        InputField(\.grantType, .bytes(256), "Always refresh_token.", .required())
        InputField(\.refreshToken, .bytes(4096), "Refresh token.")
        InputField(\.scope, .bytes(1024), "Must be absent: tokens have no scopes.")
        InputField(
            \.clientId,
            .bytes(256),
            "ID of the app, or API key or ID of the project; or by HTTP Basic."
        )
        InputField(\.clientSecret, .bytes(1024), "Secret of an app that is a back end.")
    }
}

/// RFC 6749 §5.1.
struct RefreshResponse: OutputMessage {
    let accessToken: TokenText
    let tokenType = "Bearer"
    let expiresIn: Int64
    let refreshToken: TokenText?

    init(_ tokens: IssuedTokens) {
        accessToken = TokenText(tokens.accessToken)
        expiresIn = tokens.lifetime.seconds
        refreshToken = tokens.refreshToken.map(TokenText.init)
    }

    static let outputFields = OutputTable<Self>(naming: .snakeCase) {
        OutputField(\.accessToken, "Access token: a JWT of type at+jwt (RFC 9068).")
        OutputField(\.tokenType, "Always Bearer.")
        OutputField(\.expiresIn, "Lifetime of the access token in seconds.")
        OutputField(\.refreshToken, "Refresh token; absent where the project issues none.")
    }
}
