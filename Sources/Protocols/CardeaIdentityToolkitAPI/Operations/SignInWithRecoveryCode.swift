import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var signInWithRecoveryCode: Self {
        Operation(
            "accounts.signInWithRecoveryCode",
            "Signs in a user by a code that an administrator gave the user. It works once, and ends all other sessions.",
            paths: .app("signInWithRecoveryCode"),
            by: [.app],
            errors: .toolkit(
                .sessionLimitReached,
                .invalidOobCode,
                .expiredOobCode,
                .userDisabled,
                .tooManyAttemptsTryLater
            )
        ) { (call, message: SignInWithRecoveryCodeRequest) in
            SignInWithRecoveryCodeResponse(
                try await call.services.signIn.withRecoveryCode(
                    message.recoveryCode ?? "",
                    lifetime: message.accessTokenLifetime.map(TimeSpan.seconds),
                    by: call.caller
                )
                .get()
            )
        }
    }
}

extension SignInWithRecoveryCodeRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(
            \.recoveryCode,
            .bytes(64),
            "Code of the administrator; spaces, hyphens and case do not count.",
            .required("MISSING_OOB_CODE"),
            else: "INVALID_OOB_CODE"
        )
        InputField.accessTokenLifetime(\.accessTokenLifetime)
        InputField.scope
        InputField.captcha
        InputField.ignored("returnSecureToken")
    }
}

extension SignInWithRecoveryCodeResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.localId, "ID of the user.")
        OutputField(\.email, "E-mail address.")
        OutputField(\.idToken, "ID token, which is the access token too.")
        OutputField(\.refreshToken, "Refresh token.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
    }

    fileprivate init(_ signedIn: SignedIn) {
        self.init()
        localId = signedIn.user.id.rawValue
        email = signedIn.user.email?.description
        idToken = signedIn.tokens.accessTokenText
        refreshToken = signedIn.tokens.refreshTokenText
        expiresIn = signedIn.tokens.expiresIn
    }
}
