internal import CardeaIdentityWire
internal import CardeaSession
internal import Foundation
internal import CardeaSecrets

/// `accounts:createAuthUri` for a provider.
struct CreateAuthURIRequest: Encodable, Sendable {
    let providerId: String
    let continueUri: String
    let oauthScope: String?
    let customParameter: [String: String]?
    let tenantId: String?
}

struct CreateAuthURIResponse: Decodable, Sendable {
    let authUri: String?
    let sessionId: String?
}

/// `accounts:signInWithIdp`; with `idToken`, its user gets the provider or signs in again.
struct SignInWithIdpRequest: Encodable, Sendable {
    var requestUri: String
    var postBody: String?
    var sessionId: String?
    var pendingToken: String?
    var idToken: Secret?
    var autoCreate: Bool?
    var tenantId: String?
    let returnSecureToken = true
    /// Conflicts have a credential to go on with.
    let returnIdpCredential = true
}

struct SignInWithIdpResponse: Decodable, Sendable {
    let providerId: String?
    let localId: String?
    let email: String?
    let emailVerified: Bool?
    let displayName: String?
    let photoUrl: String?
    let isNewUser: Bool?
    let idToken: Secret?
    let refreshToken: Secret?
    let expiresIn: String?
    /// Present in place of tokens, if another user has the address.
    let needConfirmation: Bool?
    /// The providers of that user.
    let verifiedProvider: [String]?
    /// Present in place of tokens: the code of a conflict.
    let errorMessage: String?
    let pendingToken: String?
    let oauthAccessToken: Secret?
    let oauthRefreshToken: Secret?
    let oauthIdToken: Secret?
    /// Seconds.
    let oauthExpireIn: Int64?
}

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
        let kept = pendingToken.map { ProviderCredential(providerID: id, proof: .pending(SessionSecret($0))) }
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
    ) async throws(ServerFailure) -> CreateAuthURIResponse {
        let request = CreateAuthURIRequest(
            providerId: provider.id,
            continueUri: continueURL.absoluteString,
            oauthScope: provider.scopes.isEmpty ? nil : provider.scopes.joined(separator: " "),
            customParameter: provider.parameters.isEmpty ? nil : provider.parameters,
            tenantId: tenant
        )
        let response: ServerResponse<CreateAuthURIResponse> = try await call("createAuthUri", request)
        return response.answer
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
