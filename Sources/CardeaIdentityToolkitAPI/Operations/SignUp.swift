import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var signUp: Self {
        Operation(
            "accounts.signUp",
            "Signs up a user, upgrades an anonymous user, or creates a user for an administrator.",
            paths: .app("signUp") + .administrator("accounts") + .relyingParty("signupNewUser"),
            by: [.app, .user, .administrator],
            errors: .toolkit(
                .emailExists,
                .missingEmail,
                .invalidEmail,
                .missingPassword,
                .weakPassword,
                .phoneNumberExists,
                .duplicateLocalID,
                .missingLocalID,
                .adminOnlyOperation,
                .operationNotAllowed,
                .invalidIDToken,
                .tokenExpired,
                .userDisabled,
                .tooManyAttemptsTryLater
            )
        ) { (call, message: SignUpRequest) in
            switch call.kind {
            case .administrator: try await call.createUser(message)
            case .user: try await call.upgradeUser(message)
            case .app, .client, .operator, .anyone: try await call.signUp(message)
            }
        }
    }
}

extension SignUpRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField.email(\.email, "E-mail address; a user without one is anonymous.")
        InputField.password(\.password, "Password in plain text.")
        InputField.displayName(\.displayName)
        InputField.photoURL(\.photoUrl)
        InputField.idToken(
            \.idToken,
            "Token of the anonymous user who gets an e-mail address and a password."
        )
        InputField.accessTokenLifetime(\.accessTokenLifetime)
        InputField(
            \.localId,
            .name(128),
            "ID of the new user.",
            .administratorsOnly("User ID"),
            else: "MISSING_LOCAL_ID"
        )
        InputField.phoneNumber(\.phoneNumber)
        InputField(
            \.emailVerified,
            "Whether the e-mail address is verified.",
            .administratorsOnly("Email verified")
        )
        InputField(\.disabled, "Whether the user is disabled.", .administratorsOnly("Disabled"))
        InputField.scope
        InputField.captcha
        InputField.ignored("returnSecureToken", "instanceId", "tenantProjectNumber")
    }
}

extension SignUpResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.localId, "ID of the user.")
        OutputField(\.email, "E-mail address.")
        OutputField(\.displayName, "Name.")
        OutputField(\.idToken, "ID token, which is the access token too.")
        OutputField(\.refreshToken, "Refresh token.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
    }
}

extension ToolkitCall {
    fileprivate func signUp(_ message: SignUpRequest) async throws -> SignUpResponse {
        let new = NewAccount(
            email: message.email,
            password: message.password,
            displayName: message.displayName,
            photoURL: message.photoUrl,
            lifetime: message.accessTokenLifetime.map(TimeSpan.seconds)
        )
        return SignUpResponse(try await services.accounts.signUp(new, by: caller))
    }

    fileprivate func upgradeUser(_ message: SignUpRequest) async throws -> SignUpResponse {
        guard let email = message.email else { throw IdentityError.missingEmail }
        guard let password = message.password else { throw IdentityError.missingPassword }
        return SignUpResponse(
            try await services.accounts.upgradeAnonymous(
                try await user(message.idToken),
                email: email,
                password: password,
                displayName: message.displayName,
                photoURL: message.photoUrl,
                by: caller
            )
        )
    }

    fileprivate func createUser(_ message: SignUpRequest) async throws -> SignUpResponse {
        var account = AdministeredChanges()
        account.email = .init(message.email)
        account.password = .init(message.password)
        account.displayName = .init(message.displayName)
        account.photoURL = .init(message.photoUrl)
        account.phoneNumber = .init(message.phoneNumber)
        account.isEmailVerified = message.emailVerified
        account.isDisabled = message.disabled
        let id = message.localId.map(UserID.init(rawValue:))
        return SignUpResponse(try await services.users.create(account, id: id, in: caller.pool))
    }

    /// The user of an ID token.
    func user(_ idToken: String?) async throws -> Authenticated {
        guard let idToken else { throw IdentityToolkitError(.missingIDToken) }
        return try await services.sessions.authenticate(idToken, by: caller)
    }
}

extension SignUpResponse {
    fileprivate init(_ user: User) {
        self.init(localId: user.id.rawValue)
        email = user.email?.description
        displayName = user.displayName
    }

    fileprivate init(_ signedIn: SignedIn) {
        self.init(signedIn.user)
        idToken = signedIn.tokens.accessTokenText
        refreshToken = signedIn.tokens.refreshTokenText
        expiresIn = signedIn.tokens.expiresIn
    }
}

extension IssuedTokens {
    var accessTokenText: String { String(decoding: accessToken, as: UTF8.self) }
    var refreshTokenText: String? { refreshToken.map { String(decoding: $0, as: UTF8.self) } }
    /// Seconds, in decimal.
    var expiresIn: String { String(lifetime.seconds) }
}
