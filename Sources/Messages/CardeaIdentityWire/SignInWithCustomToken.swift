package import CardeaSecrets

/// `accounts:signInWithCustomToken`: a sign-in by a JWT that a service account has signed.
package struct SignInWithCustomTokenRequest: Sendable, Codable {
    package var token: Secret?
    package var tenantId: String?
    package var returnSecureToken: Bool?
    /// Seconds that the access token shall live; Cardea's own.
    package var accessTokenLifetime: Int64?

    package init() {}
}

package struct SignInWithCustomTokenResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#VerifyCustomTokenResponse"
    /// Google's servers omit it: the ID token names the user.
    package var localId: String?
    package var isNewUser: Bool?
    package var idToken: Secret?
    package var refreshToken: Secret?
    /// Seconds, in decimal.
    package var expiresIn: String?

    package init() {}
}
