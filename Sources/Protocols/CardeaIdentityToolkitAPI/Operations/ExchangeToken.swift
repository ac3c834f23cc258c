import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var exchangeToken: Self {
        Operation(
            "token.exchange",
            "Returns new tokens for a refresh token.",
            paths: [.secureToken("/v1/token")],
            by: [.app],
            source: .formOrJSON,
            errors: .toolkit(
                .invalidGrantType,
                .missingRefreshToken,
                .invalidRefreshToken,
                .tokenExpired,
                .userNotFound,
                .userDisabled,
                .projectDisabled,
                .projectNumberMismatch,
                .tenantIDMismatch,
                .operationNotAllowed
            )
        ) { (call, message: TokenRequest) in
            guard message.grantType == "refresh_token" else { throw IdentityToolkitError(.invalidGrantType) }
            guard let refreshToken = message.refreshToken else {
                throw IdentityToolkitError(.missingRefreshToken)
            }
            do {
                let refreshed = try await call.services.sessions.refresh(
                    refreshToken.utf8,
                    by: call.caller
                )
                return TokenMessage(refreshed, projectNumber: call.caller.scope.project.number)
            } catch IdentityError.user(.notFound) where call.emulates(.refreshTokenOfDeletedUser) {
                throw IdentityToolkitError(.invalidRefreshToken)
            }
        }
    }
}

struct TokenRequest: InputMessage {
    var grantType: String?
    var refreshToken: Secret?

    static let inputFields = InputTable<Self>(naming: .snakeCase) {
        InputField(
            \.grantType,
            .name(256),
            "Always refresh_token.",
            .required("MISSING_GRANT_TYPE"),
            else: "INVALID_GRANT_TYPE"
        )
        InputField(\.refreshToken, .name(4096), "Refresh token.", else: "INVALID_REFRESH_TOKEN")
    }
}

/// The response of the busiest operation: its tokens are copied as bytes.
struct TokenMessage: OutputMessage {
    let accessToken: TokenText
    let expiresIn: String
    let tokenType = "Bearer"
    let refreshToken: TokenText?
    let idToken: TokenText
    let userId: String
    let projectId: String

    init(_ refreshed: Refreshed, projectNumber: Int64) {
        let tokens = refreshed.tokens
        accessToken = TokenText(tokens.accessToken)
        idToken = accessToken
        expiresIn = tokens.expiresIn
        refreshToken = tokens.refreshToken.map(TokenText.init)
        userId = refreshed.user.id.rawValue
        projectId = String(projectNumber)
    }

    static let outputFields = OutputTable<Self>(naming: .snakeCase) {
        OutputField(\.accessToken, "The ID token, as a bearer token.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
        OutputField(\.tokenType, "Always Bearer.")
        OutputField(\.refreshToken, "Refresh token; absent where the project issues none.")
        OutputField(\.idToken, "ID token.")
        OutputField(\.userId, "ID of the user.")
        OutputField(\.projectId, "Number of the project.")
    }
}
