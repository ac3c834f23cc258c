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
                .passwordDoesNotMeetRequirements,
                .phoneNumberExists,
                .userNameExists,
                .invalidUserName,
                .duplicateLocalID,
                .missingLocalID,
                .adminOnlyOperation,
                .operationNotAllowed,
                .invalidIDToken,
                .tokenExpired,
                .credentialTooOldLoginAgain,
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
        InputField.userName(\.userName, "User name, with the e-mail address or instead of it.")
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
        AbsentFeature.secondFactors("mfaInfo")
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
        OutputField(\.userName, "User name.")
        OutputField(\.displayName, "Name.")
        OutputField(\.idToken, "ID token, which is the access token too.")
        OutputField(\.refreshToken, "Refresh token.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
    }
}

extension ToolkitCall {
    fileprivate func signUp(_ message: SignUpRequest) async throws -> SignUpResponse {
        let isAnonymous =
            message.email?.isEmpty ?? true && message.userName == nil && message.password?.isEmpty ?? true
        // Neither is an address, but an empty one is not a request to sign up anonymously.
        guard message.email == nil || !isAnonymous else { throw IdentityError.input(.invalidEmail) }
        let ignoresProfile = emulates(.signUpIgnoresProfile)
        let new = NewAccount(
            email: message.email,
            userName: message.userName,
            password: message.password,
            displayName: ignoresProfile && isAnonymous ? nil : message.displayName,
            photoURL: ignoresProfile ? nil : message.photoUrl,
            lifetime: message.accessTokenLifetime.map(TimeSpan.seconds)
        )
        return SignUpResponse(try await services.accounts.signUp(new, by: caller).get())
    }

    fileprivate func upgradeUser(_ message: SignUpRequest) async throws -> SignUpResponse {
        guard message.email != nil || message.userName != nil else {
            throw IdentityError.input(.missingEmail)
        }
        guard let password = message.password else { throw IdentityError.password(.missing) }
        let who = try await user(message.idToken)
        let photoURL = emulates(.signUpIgnoresProfile) ? nil : message.photoUrl
        guard who.user.isAnonymous || !emulates(.signUpReplacesPassword) else {
            let changes = AccountChanges(
                email: message.email,
                userName: message.userName,
                password: password,
                displayName: .init(message.displayName),
                photoURL: .init(photoURL)
            )
            return try await replacePassword(of: who, changes)
        }
        return SignUpResponse(
            try await services.accounts.upgradeAnonymous(
                who,
                email: message.email,
                userName: message.userName,
                password: password,
                displayName: message.displayName,
                photoURL: photoURL
            )
            .get()
        )
    }

    private func replacePassword(
        of who: SignedInCaller,
        _ changes: AccountChanges
    ) async throws -> SignUpResponse {
        let isOwn = who.user.email != nil && changes.email.flatMap { EmailAddress($0) } == who.user.email
        guard !isOwn || !who.user.hasPassword else { throw IdentityError.user(.emailExists) }
        let updated = try await services.accounts.update(changes, of: who)
        return SignUpResponse(updated.user, updated.tokens)
    }

    fileprivate func createUser(_ message: SignUpRequest) async throws -> SignUpResponse {
        var account = AdministeredChanges()
        account.email = .init(message.email)
        account.userName = .init(message.userName)
        account.password = .init(message.password)
        account.displayName = .init(message.displayName)
        account.photoURL = .init(message.photoUrl)
        account.phoneNumber = .init(message.phoneNumber)
        account.isEmailVerified = message.emailVerified
        account.isDisabled = message.disabled
        let id = message.localId.map(UserID.init(rawValue:))
        return SignUpResponse(
            try await services.users.create(account, id: id, in: caller.pool, by: caller.actor)
        )
    }

    /// The user of an ID token.
    func user(_ idToken: Secret?) async throws -> SignedInCaller {
        guard let idToken else { throw IdentityToolkitError(.missingIDToken) }
        return try await services.sessions.authenticate(idToken, by: caller)
    }

    /// Checks the tenant of a token that does not count, because an administrator names the users.
    ///
    /// - Throws: `.tenantMismatch`
    func requireTenant(of idToken: Secret?) throws(IdentityError) {
        if let idToken { try services.sessions.requireTenant(of: idToken, by: caller) }
    }

    /// The user of an ID token, if the request has one.
    func user(ofOptional idToken: Secret?) async throws -> SignedInCaller? {
        idToken == nil ? nil : try await user(idToken)
    }
}

extension SignUpResponse {
    fileprivate init(_ user: User, _ tokens: IssuedTokens? = nil) {
        self.init(localId: user.id.rawValue)
        email = user.email?.description
        userName = user.userName
        displayName = user.displayName
        idToken = tokens?.accessTokenText
        refreshToken = tokens?.refreshTokenText
        expiresIn = tokens?.expiresIn
    }

    fileprivate init(_ signedIn: SignedIn) { self.init(signedIn.user, signedIn.tokens) }
}

extension IssuedTokens {
    var accessTokenText: Secret { Secret(String(decoding: accessToken, as: UTF8.self)) }
    var refreshTokenText: Secret? { refreshToken.map { Secret(String(decoding: $0, as: UTF8.self)) } }
    /// Seconds, in decimal.
    var expiresIn: String { String(lifetime.seconds) }
}
