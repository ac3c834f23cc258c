import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

/// `accounts:update`: people change their own account, administrators any.
struct UpdateController: Sendable {
    let service: IdentityService

    func update(_ call: Call<UpdateRequest>) async throws -> UpdateResponse {
        guard let idToken = call.message.idToken else { return try await administer(call) }
        try refuseAdministratorFields(call.message)
        let who = try await service.authenticate(idToken, by: call.caller)
        let updated = try await service.update(AccountChanges(call.message), of: who, by: call.caller)
        return UpdateResponse(updated.user, updated.tokens)
    }

    private func administer(_ call: Call<UpdateRequest>) async throws -> UpdateResponse {
        guard call.isAdministrator else { throw IdentityToolkitError(.missingIDToken) }
        guard let localID = call.message.localId else { throw IdentityError.missingUserID }
        let user = try await service.updateUser(
            UserID(rawValue: localID),
            try AdministeredChanges(call.message),
            in: call.caller.pool
        )
        return UpdateResponse(user, nil)
    }

    /// Which user is meant comes from the token, and what vouches for an account is not for its owner to say.
    private func refuseAdministratorFields(_ message: UpdateRequest) throws(IdentityToolkitError) {
        if message.localId != nil { throw IdentityToolkitError(.unexpectedParameter, "User ID") }
        if message.phoneNumber != nil { throw IdentityToolkitError(.unexpectedParameter, "Phone number") }
        if message.emailVerified != nil { throw IdentityToolkitError(.unexpectedParameter, "Email verified") }
        if message.disableUser != nil { throw IdentityToolkitError(.unexpectedParameter, "Disable user") }
        if message.customAttributes != nil {
            throw IdentityToolkitError(.unexpectedParameter, "Custom attributes")
        }
        if message.validSince != nil { throw IdentityToolkitError(.unexpectedParameter, "Valid since") }
        // Of what can be deleted, people delete their name and their picture.
        let attributes = Set(message.deleteAttribute ?? []).subtracting([.displayName, .photoURL])
        guard attributes.isEmpty, message.deleteProvider?.isEmpty ?? true else {
            throw IdentityToolkitError(.operationNotAllowed)
        }
    }
}

extension UpdateResponse {
    fileprivate init(_ user: User, _ tokens: IssuedTokens?) {
        self.init(localId: user.id.rawValue)
        email = user.email?.description
        emailVerified = user.email.map { _ in user.isEmailVerified }
        displayName = user.displayName
        photoUrl = user.photoURL
        providerUserInfo = ProviderUserInfo.all(of: user)
        idToken = tokens?.accessTokenText
        refreshToken = tokens?.refreshTokenText
        expiresIn = tokens?.expiresIn
    }
}
