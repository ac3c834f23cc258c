internal import CardeaIdentityWire
internal import CardeaSecrets
internal import CardeaSession
internal import Foundation

extension CardeaUser {
    /// The tokens that a provider issued for this user.
    ///
    ///     let token = try await user.providerTokens(of: .gitHub)?.accessToken
    ///
    /// Until the access token expires, they are those of the last sign-in, link or reauthentication in this process.
    /// The library keeps them in memory only, with this user object. Later, and after a restart, the server returns its
    /// tokens if the project's setting `signIn.keepsProviderTokens` is on. The server keeps no ID tokens, and returns
    /// no refresh tokens.
    ///
    /// - Parameter provider: The provider.
    /// - Returns: The tokens; `nil` if none are kept.
    /// - Throws: `networkUnavailable`, `refreshTokenFailed` and others.
    public func providerTokens(of provider: IdentityProvider) async throws(CardeaError) -> ProviderTokens? {
        if let received = session.receivedTokens.tokens(of: provider.id) { return received }
        do {
            return try await session.authenticated { (server, token) async throws(ServerFailure) in
                try await server.providerTokens(of: provider.id, token)
            }
        } catch {
            guard error.serverCode == "CONFIGURATION_NOT_FOUND" else { throw error }
            return nil
        }
    }
}

extension IdentityToolkitClient {
    /// The tokens of a provider that the server keeps for the user of a token.
    fileprivate func providerTokens(
        of id: String,
        _ idToken: Secret
    ) async throws(ServerFailure) -> ProviderTokens {
        var request = ProviderTokensRequest()
        request.idToken = idToken
        request.providerId = id
        request.tenantId = tenant
        let response: ServerResponse<ProviderTokensResponse> = try await call("providerTokens", request)
        return ProviderTokens(
            accessToken: response.message.oauthAccessToken.map { SessionSecret($0.reveal()) },
            expiresAt: response.message.oauthExpiresAt.flatMap { Double($0) }
                .map { Date(timeIntervalSince1970: $0 / 1000) },
            refreshToken: nil,
            idToken: nil
        )
    }
}
