internal import CardeaHTTPMessages
internal import CardeaIdentityWire
internal import CardeaSecrets
public import CardeaSession
internal import Foundation

extension CardeaUser {
    /// Revokes the access that the user has given the app at Apple.
    ///
    /// Apple demands it before an account is deleted. The code is valid for five minutes and for one use, so the user
    /// signs in with Apple again first:
    ///
    ///     let credential = try await ProviderCredential.apple(anchor: { window })
    ///     try await user.reauthenticate(with: credential)
    ///     if let code = credential.authorizationCode { try await user.revokeToken(authorizationCode: code) }
    ///     try await user.delete()
    ///
    /// - Parameter authorizationCode: The code that Apple issued to this app with a credential.
    /// - Throws: `invalidProviderCredential` if Apple rejects the code, `networkUnavailable`, `refreshTokenFailed` and others.
    public func revokeToken(authorizationCode: SessionSecret) async throws(CardeaError) {
        try await session.authenticated { (server, token) async throws(ServerFailure) in
            try await server.revokeToken(authorizationCode, token)
        }
        session.receivedTokens.forget(IdentityProvider.apple.id)
    }
}

extension IdentityToolkitClient {
    fileprivate func revokeToken(_ code: SessionSecret, _ idToken: Secret) async throws(ServerFailure) {
        var request = RevokeTokenRequest()
        request.idToken = idToken
        request.providerId = IdentityProvider.apple.id
        request.tokenType = .code
        request.token = Secret(code.reveal())
        request.tenantId = tenant
        var fields = HeaderFields()
        // A code belongs to the app that it was issued to.
        fields["x-ios-bundle-identifier"] = Bundle.main.bundleIdentifier
        let _: ServerResponse<EmptyResponse> = try await call(
            "revokeToken",
            version: "v2",
            request,
            fields: fields
        )
    }
}
