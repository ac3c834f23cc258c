import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var revokeToken: Self {
        Operation(
            "accounts.revokeToken",
            "Revokes a token of the user at the identity provider that issued it. The header field X-Ios-Bundle-Identifier names the app of a code. By default it is the first audience of the provider.",
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
                throw IdentityError.link(.invalidProviderID)
            }
            try await call.services.federation.revoke(
                message.revocable(by: call.headerFields[.iOSBundleIdentifier]),
                at: provider,
                of: user
            )
            return EmptyObject()
        }
    }
}

extension RevokeTokenRequest.TokenType: WireEnum {}

extension RevokeTokenRequest: InputMessage {
    /// The token, as an app has sent it.
    ///
    /// - Parameter client: The app's ID.
    /// - Returns: The token with its kind.
    fileprivate func revocable(by client: String?) -> RevocableToken {
        let token = token?.reveal() ?? ""
        return switch tokenType {
        case .refreshToken: .refreshToken(token)
        case .code: .code(token, redirectURI: redirectUri, clientID: client)
        case .accessToken, .unspecified, nil: .accessToken(token)
        }
    }

    package static let inputFields = InputTable<Self> {
        InputField(\.providerId, .name(128), "Provider.", .required("MISSING_PROVIDER_ID"))
        InputField(\.tokenType, "Kind of the token.")
        InputField(\.token, .name(16_384), "Token of the provider.", .required("MISSING_CREDENTIAL"))
        InputField.idToken(\.idToken, "Token of the user.")
        InputField(\.redirectUri, .bytes(2048), "Redirect URI that the code was issued for.")
        InputField.scope
    }
}
