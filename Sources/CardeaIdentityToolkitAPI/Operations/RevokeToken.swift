import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var revokeToken: Self {
        Operation(
            "accounts.revokeToken",
            "Revokes the token of a sign-in provider. The server has no providers yet, so each one is rejected.",
            paths: [.identityToolkit("/v2/accounts:revokeToken")],
            by: [.user],
            errors: .toolkit(.missingIDToken, .invalidIDToken, .tokenExpired, .operationNotAllowed)
        ) { (call, message: RevokeTokenRequest) -> EmptyObject in
            _ = try await call.user(message.idToken)
            throw IdentityToolkitError(
                .operationNotAllowed,
                "The identity provider configuration is not found."
            )
        }
    }
}

struct RevokeTokenRequest: InputMessage {
    /// The kind of the token; the cases stand in the order of the protocol's numbers.
    enum TokenType: String, WireEnum {
        case unspecified = "TOKEN_TYPE_UNSPECIFIED"
        case refreshToken = "REFRESH_TOKEN"
        case accessToken = "ACCESS_TOKEN"
        case code = "CODE"
    }

    var providerId: String?
    var tokenType: TokenType?
    var token: Secret?
    var idToken: Secret?

    static let inputFields = InputTable<Self> {
        InputField(\.providerId, .name(128), "Provider.", .required("MISSING_PROVIDER_ID"))
        InputField(\.tokenType, "Kind of the token.")
        InputField(\.token, .name(16_384), "Token of the provider.", .required("MISSING_CREDENTIAL"))
        InputField.idToken(\.idToken, "Token of the user.")
        InputField.scope
        InputField.ignored("redirectUri")
    }
}
