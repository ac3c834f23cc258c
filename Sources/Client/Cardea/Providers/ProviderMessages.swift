internal import CardeaIdentityWire
internal import CardeaSession
internal import Foundation
internal import CardeaSecrets

extension SignInWithIdpResponse: TokenResponseFields {
    var tokens: WireTokens { WireTokens(access: idToken, refresh: refreshToken, expiresIn: expiresIn) }

    var profile: UserProfile? {
        localId.map { id in
            UserProfile(
                userID: id,
                email: email,
                displayName: displayName,
                photoURL: photoUrl.flatMap { URL(string: $0) },
                isEmailVerified: emailVerified ?? false
            )
        }
    }

    /// The conflict that the response reports.
    func conflict(for request: ProviderProof) -> CardeaError? {
        let code: CardeaError.Code
        if needConfirmation == true {
            code = .accountExistsWithDifferentCredential
        } else if let errorMessage {
            code = CardeaError.Code(
                ServerRejection(
                    status: 400,
                    code: IdentityToolkitErrorCode(message: errorMessage),
                    message: nil,
                    retryAfter: nil
                )
            )
        } else {
            return nil
        }
        let id = providerId ?? request.providerID
        let kept = pendingToken.map {
            ProviderCredential(providerID: id, proof: .pending(SessionSecret($0.reveal())))
        }
        return CardeaError(
            code,
            serverCode: errorMessage,
            conflict: ProviderConflict(
                email: email,
                providerIDs: verifiedProvider ?? [],
                credential: kept ?? request.credential
            )
        )
    }
}

extension IdentityToolkitClient {
    /// The address of a provider's page, and the name of the sign-in that begins there.
    func createAuthURI(
        _ provider: IdentityProvider,
        continueURL: URL
    ) async throws(ServerFailure) -> CreateAuthUriResponse {
        var request = CreateAuthUriRequest()
        request.providerId = provider.id
        request.continueUri = continueURL.absoluteString
        request.oauthScope = provider.scopes.isEmpty ? nil : provider.scopes.joined(separator: " ")
        request.customParameter =
            provider.parameters.isEmpty
            ? nil : CustomParameters(provider.parameters.map { (name: $0.key, value: $0.value) })
        request.tenantId = tenant
        let response: ServerResponse<CreateAuthUriResponse> = try await call("createAuthUri", request)
        return response.message
    }

    /// A sign-in by a provider; with `idToken`, its user gets the provider or signs in again.
    func signIn(
        with proof: ProviderProof,
        as idToken: Secret? = nil,
        creating: Bool = true
    ) async throws(ServerFailure) -> ServerResponse<SignInWithIdpResponse> {
        var request = proof.request
        request.idToken = idToken
        request.autoCreate = creating ? nil : false
        request.tenantId = tenant
        return try await call("signInWithIdp", request)
    }
}
