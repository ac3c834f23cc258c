import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

/// `accounts:signInWithPassword` and what an app asks before it.
struct SignInController: Sendable {
    let service: IdentityService
    let random: any RandomSource

    func signInWithPassword(
        _ call: Call<SignInWithPasswordRequest>
    ) async throws -> SignInWithPasswordResponse {
        let message = call.message
        guard let email = message.email else { throw IdentityError.missingEmail }
        guard let password = message.password else { throw IdentityError.missingPassword }
        var renewing: Authenticated?
        if let idToken = message.idToken {
            renewing = try await service.authenticate(idToken, by: call.caller)
        }
        return SignInWithPasswordResponse(
            try await service.signIn(
                email: email,
                password: password,
                lifetime: try message.accessTokenLifetime.map(TimeSpan.init(asked:)),
                renewing: renewing,
                by: call.caller
            )
        )
    }

    /// Which ways of signing in an address has; with enumeration protection, nothing of the kind.
    func createAuthUri(_ call: Call<CreateAuthUriRequest>) async throws -> CreateAuthUriResponse {
        guard let continueURI = call.message.continueUri else {
            throw IdentityToolkitError(.missingContinueURI)
        }
        guard continueURI.contains("://") else { throw IdentityToolkitError(.invalidContinueURI) }
        guard let identifier = call.message.identifier else { throw IdentityToolkitError(.missingIdentifier) }
        guard EmailAddress(identifier) != nil else { throw IdentityToolkitError(.invalidIdentifier) }

        var answer = CreateAuthUriResponse(sessionId: Base64URL.encode(random.bytes(20)))
        guard !call.caller.policy.signIn.protectsEmailEnumeration else { return answer }
        let user = try await service.user(.email(identifier), in: call.caller.pool)
        answer.registered = user != nil
        answer.allProviders = user.flatMap(ProviderUserInfo.all)?.map(\.providerId) ?? []
        answer.signinMethods = answer.allProviders
        return answer
    }
}

extension SignInWithPasswordResponse {
    fileprivate init(_ signedIn: SignedIn) {
        self.init(localId: signedIn.user.id.rawValue, email: signedIn.user.email?.description ?? "")
        displayName = signedIn.user.displayName ?? ""
        profilePicture = signedIn.user.photoURL
        idToken = signedIn.tokens.accessTokenText
        refreshToken = signedIn.tokens.refreshTokenText
        expiresIn = signedIn.tokens.expiresIn
    }
}
