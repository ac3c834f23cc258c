package import CardeaSecrets

/// `accounts:providerTokens`, an operation of Cardea: the tokens of an identity provider that the server keeps.
package struct ProviderTokensRequest: Sendable, Codable {
    package var idToken: Secret?
    package var providerId: String?
    package var tenantId: String?

    // For administrators
    package var localId: String?

    package init() {}
}

package struct ProviderTokensResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#ProviderTokensResponse"
    package var providerId: String?
    package var oauthAccessToken: Secret?
    /// Of OAuth 1.0.
    package var oauthTokenSecret: Secret?
    /// Milliseconds since 1970, in decimal.
    package var oauthExpiresAt: String?
    /// For administrators.
    package var oauthRefreshToken: Secret?

    package init() {}
}

/// `accounts:revokeToken`: a token of the user is revoked at the identity provider that issued it.
package struct RevokeTokenRequest: Sendable, Codable {
    /// The kind of the token; the cases are in the order of the protocol's numbers.
    package enum TokenType: String, Sendable, Codable, CaseIterable {
        case unspecified = "TOKEN_TYPE_UNSPECIFIED"
        case refreshToken = "REFRESH_TOKEN"
        case accessToken = "ACCESS_TOKEN"
        case code = "CODE"
    }

    package var providerId: String?
    package var tokenType: TokenType?
    package var token: Secret?
    package var idToken: Secret?
    package var redirectUri: String?
    package var tenantId: String?

    package init() {}
}
