import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var signInWithCustomToken: Self {
        Operation(
            "accounts.signInWithCustomToken",
            "Signs in the user that a custom token names; the first sign-in creates the user.",
            paths: .app("signInWithCustomToken") + .relyingParty("verifyCustomToken"),
            by: [.app],
            errors: .toolkit(
                .sessionLimitReached,
                .invalidCustomToken,
                .credentialMismatch,
                .tenantIDMismatch,
                .invalidClaims,
                .claimsTooLarge,
                .forbiddenClaim,
                .userDisabled,
                .duplicateLocalID
            )
        ) { (call, message: SignInWithCustomTokenRequest) in
            SignInWithCustomTokenResponse(
                try await call.services.signIn.withCustomToken(
                    message.token ?? "",
                    lifetime: message.accessTokenLifetime.map(TimeSpan.seconds),
                    by: call.caller
                )
                .get()
            )
        }
    }
}

extension SignInWithCustomTokenRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(
            \.token,
            .name(16_384),
            "JWT that a service account of the project has signed.",
            .required("MISSING_CUSTOM_TOKEN"),
            else: "INVALID_CUSTOM_TOKEN"
        )
        InputField.accessTokenLifetime(\.accessTokenLifetime)
        InputField.scope
        InputField.captcha
        InputField.ignored("returnSecureToken", "instanceId", "delegatedProjectNumber")
    }
}

extension SignInWithCustomTokenResponse: OutputMessage {
    fileprivate init(_ signedIn: SignedIn) {
        self.init()
        localId = signedIn.user.id.rawValue
        isNewUser = signedIn.isNewUser
        idToken = signedIn.tokens.accessTokenText
        refreshToken = signedIn.tokens.refreshTokenText
        expiresIn = signedIn.tokens.expiresIn
    }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.localId, "ID of the user.")
        OutputField(\.isNewUser, "Whether this sign-in created the user.")
        OutputField(\.idToken, "ID token, which is the access token too.")
        OutputField(\.refreshToken, "Refresh token.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
    }
}
