import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

/// `accounts:signUp`: people sign up, anonymous users become known, administrators create accounts.
struct SignUpController: Sendable {
    let service: IdentityService

    func signUp(_ call: Call<SignUpRequest>) async throws -> SignUpResponse {
        let message = call.message
        if call.isAdministrator, message.idToken == nil { return try await create(call) }
        try refuseAdministratorFields(message)
        if let idToken = message.idToken { return try await upgrade(call, idToken: idToken) }
        return SignUpResponse(
            try await service.signUp(
                NewAccount(
                    email: message.email,
                    password: message.password,
                    displayName: message.displayName,
                    photoURL: message.photoUrl,
                    lifetime: try message.accessTokenLifetime.map(TimeSpan.init(asked:))
                ),
                by: call.caller
            )
        )
    }

    private func upgrade(_ call: Call<SignUpRequest>, idToken: String) async throws -> SignUpResponse {
        guard let email = call.message.email else { throw IdentityError.missingEmail }
        guard let password = call.message.password else { throw IdentityError.missingPassword }
        return SignUpResponse(
            try await service.upgradeAnonymous(
                try await service.authenticate(idToken, by: call.caller),
                email: email,
                password: password,
                displayName: call.message.displayName,
                photoURL: call.message.photoUrl,
                by: call.caller
            )
        )
    }

    private func create(_ call: Call<SignUpRequest>) async throws -> SignUpResponse {
        let message = call.message
        var account = AdministeredChanges()
        account.email = Field(message.email)
        account.password = Field(message.password)
        account.displayName = Field(message.displayName)
        account.photoURL = Field(message.photoUrl)
        account.phoneNumber = Field(message.phoneNumber)
        account.isEmailVerified = message.emailVerified
        account.isDisabled = message.disabled
        let id = message.localId.map(UserID.init(rawValue:))
        return SignUpResponse(try await service.createUser(account, id: id, in: call.caller.pool))
    }

    /// What vouches for an account, or names it, is not for its owner to say.
    private func refuseAdministratorFields(_ message: SignUpRequest) throws(IdentityToolkitError) {
        if message.localId != nil { throw IdentityToolkitError(.unexpectedParameter, "User ID") }
        if message.phoneNumber != nil { throw IdentityToolkitError(.unexpectedParameter, "Phone number") }
        if message.emailVerified != nil { throw IdentityToolkitError(.unexpectedParameter, "Email verified") }
        if message.disabled != nil { throw IdentityToolkitError(.unexpectedParameter, "Disabled") }
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
