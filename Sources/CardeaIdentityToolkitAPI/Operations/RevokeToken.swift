import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var revokeToken: Self {
        Operation(
            "accounts.revokeToken",
            "Revokes a token of the user at the identity provider that issued it. A code of an app belongs to the app that the header field X-Ios-Bundle-Identifier names, or else to the first audience of the provider.",
            paths: [.identityToolkit("/v2/accounts:revokeToken")],
            by: [.user],
            errors: .toolkit(
                .missingIDToken,
                .invalidIDToken,
                .tokenExpired,
                .invalidProviderID,
                .credentialMismatch,
                .invalidCredentialOrProviderID,
                .invalidIdPResponse,
                .operationNotAllowed
            )
        ) { (call, message: RevokeTokenRequest) -> EmptyObject in
            let user = try await call.user(message.idToken)
            guard let provider = ProviderID(rawValue: message.providerId ?? "") else {
                throw IdentityError.invalidProviderID
            }
            try await call.services.federation.revoke(
                message.revocable(by: call.headerFields[.iOSBundleIdentifier]),
                at: provider,
                of: user,
                by: call.caller
            )
            return EmptyObject()
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
    var redirectUri: String?

    /// The token, as an app has sent it.
    ///
    /// - Parameter client: The app's ID.
    /// - Returns: The token with its kind.
    func revocable(by client: String?) -> RevocableToken {
        let token = token?.reveal() ?? ""
        return switch tokenType {
        case .refreshToken: .refreshToken(token)
        case .code: .code(token, redirectURI: redirectUri, clientID: client)
        case .accessToken, .unspecified, nil: .accessToken(token)
        }
    }

    static let inputFields = InputTable<Self> {
        InputField(\.providerId, .name(128), "Provider.", .required("MISSING_PROVIDER_ID"))
        InputField(\.tokenType, "Kind of the token.")
        InputField(\.token, .name(16_384), "Token of the provider.", .required("MISSING_CREDENTIAL"))
        InputField.idToken(\.idToken, "Token of the user.")
        InputField(\.redirectUri, .bytes(2048), "Redirect URI that the code was issued for.")
        InputField.scope
    }
}
