import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var signInWithEmailLink: Self {
        Operation(
            "accounts.signInWithEmailLink",
            """
            Signs in or signs up by a link in an e-mail, or adds its address to the user of an ID token. If the address \
            was unverified, the password, the phone number, and accounts of providers that do not confirm the address \
            are removed.
            """,
            paths: .app("signInWithEmailLink") + .relyingParty("emailLinkSignin"),
            by: [.app],
            errors: .toolkit(
                .sessionLimitReached,
                .invalidEmail,
                .invalidOobCode,
                .expiredOobCode,
                .userDisabled,
                .emailExists,
                .credentialMismatch,
                .credentialTooOldLoginAgain,
                .operationNotAllowed,
                .adminOnlyOperation,
                .invalidIDToken,
                .tokenExpired,
                .tooManyAttemptsTryLater
            ),
            permission: allowed(\.allowsEmailLink, else: .rule(.operationNotAllowed))
        ) { (call, message: SignInWithEmailLinkRequest) in
            let user = try await call.user(ofOptional: message.idToken)
            return SignInWithEmailLinkResponse(
                try await call.services.signIn.withEmailLink(
                    email: message.email ?? "",
                    code: message.oobCode ?? "",
                    lifetime: message.accessTokenLifetime.map(TimeSpan.seconds),
                    linking: user,
                    by: call.caller
                )
                .get()
            )
        }
    }
}

extension SignInWithEmailLinkRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField.email(\.email, "E-mail address that the link was sent to.", .required("MISSING_EMAIL"))
        InputField.code(\.oobCode, .required("MISSING_OOB_CODE"))
        InputField.idToken(\.idToken, "Token of the user who gets the address, or signs in again.")
        InputField.accessTokenLifetime(\.accessTokenLifetime)
        InputField.scope
        InputField.captcha
        InputField.ignored("returnSecureToken")
    }
}

extension SignInWithEmailLinkResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.localId, "ID of the user.")
        OutputField(\.email, "E-mail address.")
        OutputField(\.isNewUser, "Whether the user was created.")
        OutputField(\.idToken, "ID token, which is the access token too.")
        OutputField(\.refreshToken, "Refresh token.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
    }

    fileprivate init(_ signedIn: SignedIn) {
        self.init(localId: signedIn.user.id.rawValue)
        email = signedIn.user.email?.description
        isNewUser = signedIn.isNewUser
        idToken = signedIn.tokens.accessTokenText
        refreshToken = signedIn.tokens.refreshTokenText
        expiresIn = signedIn.tokens.expiresIn
    }
}
