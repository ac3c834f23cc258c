import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var providerTokens: Self {
        Operation(
            "accounts.providerTokens",
            "Returns the tokens of an identity provider, if the project keeps them. It is an operation of Cardea.",
            paths: .app("providerTokens") + .administrator("accounts:providerTokens"),
            by: [.user, .administrator],
            errors: .toolkit(
                .missingIDToken,
                .invalidIDToken,
                .tokenExpired,
                .missingProviderID,
                .invalidProviderID,
                .userNotFound,
                .userDisabled,
                .configurationNotFound
            )
        ) { (call, message: ProviderTokensRequest) in
            guard let provider = ProviderID(rawValue: message.providerId ?? "") else {
                throw IdentityError.link(.invalidProviderID)
            }
            let isAdministrator = call.kind == .administrator
            let (id, pool) =
                if isAdministrator {
                    (UserID(rawValue: message.localId ?? ""), call.caller.pool)
                } else {
                    try await call.user(message.idToken).key
                }
            let kept = try await call.services.federation.keptTokens(
                of: id,
                in: pool,
                at: provider,
                by: call.caller
            )
            guard let kept else {
                throw IdentityToolkitError(
                    .configurationNotFound,
                    "No tokens of the provider are kept. Set signIn.keepsProviderTokens, and let the user sign in."
                )
            }
            return ProviderTokensResponse(provider, kept, withRefreshToken: isAdministrator)
        }
    }
}

extension SignedInCaller {
    fileprivate var key: (UserID, UserPool) { (user.id, user.pool) }
}

extension ProviderTokensRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField.idToken(\.idToken, "Token of the user.")
        InputField(
            \.localId,
            .name(128),
            "ID of the user.",
            FieldRule(
                presence: .required(of: [.administrator], code: "MISSING_LOCAL_ID"),
                senders: [.administrator],
                label: "User ID"
            )
        )
        InputField(
            \.providerId,
            .name(128),
            "Provider.",
            .required("MISSING_PROVIDER_ID"),
            else: "INVALID_PROVIDER_ID"
        )
        InputField.scope
    }
}

extension ProviderTokensResponse: OutputMessage {
    fileprivate init(_ provider: ProviderID, _ kept: KeptProviderTokens, withRefreshToken: Bool) {
        self.init()
        providerId = provider.rawValue
        oauthAccessToken = kept.tokens.accessToken.map(Secret.init(_:))
        oauthTokenSecret = kept.tokens.secret.map(Secret.init(_:))
        oauthExpiresAt = kept.expiresAt.map { String($0.milliseconds) }
        oauthRefreshToken = withRefreshToken ? kept.tokens.refreshToken.map(Secret.init(_:)) : nil
    }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.providerId, "Provider.")
        OutputField(\.oauthAccessToken, "Access token of the provider.")
        OutputField(\.oauthTokenSecret, "Secret of the access token (OAuth 1.0).")
        OutputField(\.oauthExpiresAt, "When the access token expires, in milliseconds since 1970.")
        OutputField(\.oauthRefreshToken, "Refresh token of the provider; for administrators.")
    }
}
