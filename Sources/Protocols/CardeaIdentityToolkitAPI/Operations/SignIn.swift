import CardeaIdentityDomain
import CardeaIdentityService
import CardeaUserNames
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var signInWithPassword: Self {
        Operation(
            "accounts.signInWithPassword",
            "Signs in a user, or reauthenticates the user of an ID token.",
            paths: .app("signInWithPassword") + .relyingParty("verifyPassword"),
            by: [.app],
            errors: .toolkit(
                .sessionLimitReached,
                .invalidArgument,
                .missingEmail,
                .invalidEmail,
                .invalidUserName,
                .invalidLoginCredentials,
                .emailNotFound,
                .invalidPassword,
                .userDisabled,
                .weakPassword,
                .passwordLoginDisabled,
                .passwordDoesNotMeetRequirements,
                .credentialMismatch,
                .invalidIDToken,
                .tokenExpired,
                .tooManyAttemptsTryLater
            ),
            permission: allowed(\.allowsPassword, else: .rule(.passwordSignInOff))
        ) { (call, message: SignInWithPasswordRequest) in
            let user = try await call.user(ofOptional: message.idToken)
            return SignInWithPasswordResponse(
                try await call.services.signIn.withPassword(
                    login: try message.login(),
                    password: message.password ?? "",
                    lifetime: message.accessTokenLifetime.map(TimeSpan.seconds),
                    reauthenticating: user,
                    by: call.caller
                )
                .get()
            )
        }
    }
}

extension SignInWithPasswordRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField.email(\.email, "E-mail address; required without a user name.")
        InputField.userName(\.userName, "User name, instead of the e-mail address.")
        InputField.password(\.password, "Password in plain text.", .required("MISSING_PASSWORD"))
        InputField.idToken(\.idToken, "Token of the session to reauthenticate; without it, a session begins.")
        InputField(\.returnSecureToken, "Ignored: the response always has tokens.")
        InputField.accessTokenLifetime(\.accessTokenLifetime)
        InputField.scope
        InputField.captcha
        InputField.ignored("pendingIdToken", "instanceId", "delegatedProjectNumber")
    }

    /// The name that the user signs in by.
    ///
    /// - Throws: `INVALID_ARGUMENT` if there are two: they may belong to two users.
    fileprivate func login() throws -> LoginName {
        guard email == nil || userName == nil else {
            throw IdentityToolkitError(.invalidArgument, "email and userName exclude each other.")
        }
        if let userName { return .userName(try UserName(given: userName)) }
        guard let email else { throw IdentityError.input(.missingEmail) }
        guard let address = EmailAddress(email) else { throw IdentityError.input(.invalidEmail) }
        return .email(address)
    }
}

extension SignInWithPasswordResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.localId, "ID of the user.")
        OutputField(\.email, "E-mail address.")
        OutputField(\.userName, "User name.")
        OutputField(\.displayName, "Name.")
        OutputField(\.profilePicture, "URL of a picture.")
        OutputField(\.registered, "Always true.")
        OutputField(\.idToken, "ID token, which is the access token too.")
        OutputField(\.refreshToken, "Refresh token.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
    }

    fileprivate init(_ signedIn: SignedIn) {
        self.init(localId: signedIn.user.id.rawValue, email: signedIn.user.email?.description ?? "")
        userName = signedIn.user.userName
        displayName = signedIn.user.displayName ?? ""
        profilePicture = signedIn.user.photoURL
        idToken = signedIn.tokens.accessTokenText
        refreshToken = signedIn.tokens.refreshTokenText
        expiresIn = signedIn.tokens.expiresIn
    }
}
