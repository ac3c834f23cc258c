import CardeaIdentityService
import CardeaOperations
import CardeaSecrets

extension Operation<ClientCall> {
    static var revoke: Self {
        Operation(
            "oauth2.revoke",
            "Ends the session of a token (RFC 7009). The response is the same for an invalid token.",
            paths: [PathForm("/oauth2/revoke")],
            by: [.client],
            tenant: .ofToken,
            source: .form,
            cacheControl: "no-store"
        ) { (call, message: TokenParameters) in
            try await call.sessions.revoke(message.token ?? "", by: call.caller)
            return NoOutput()
        }
    }
}

/// The parameters of revocation and introspection.
struct TokenParameters: InputMessage {
    var token: Secret?
    var clientId: String?
    var clientSecret: Secret?

    static let inputFields = InputTable<Self>(naming: .snakeCase) {
        InputField(\.token, .bytes(16_384), "Access token or refresh token.", .required())
        // The two kinds of tokens have different forms.
        InputField(ignored: "tokenTypeHint")
        InputField(
            \.clientId,
            .bytes(256),
            "ID of the app, or API key or ID of the project; or by HTTP Basic."
        )
        InputField(
            \.clientSecret,
            .bytes(1024),
            "Secret of an app that is a back end; for introspection, also an administrator's credential."
        )
    }
}
