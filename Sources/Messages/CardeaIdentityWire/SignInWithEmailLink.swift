package import CardeaSecrets

/// `accounts:signInWithEmailLink`: a sign-in by a link; with `idToken`, its user gets the address or signs in again.
package struct SignInWithEmailLinkRequest: Sendable, Codable {
    package var email: String?
    package var oobCode: Secret?
    package var idToken: Secret?
    package var tenantId: String?
    package var returnSecureToken: Bool?
    /// Seconds that the access token shall live; Cardea's own.
    package var accessTokenLifetime: Int64?

    package init() {}
}

package struct SignInWithEmailLinkResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#EmailLinkSigninResponse"
    package var localId: String
    package var email: String?
    package var isNewUser: Bool?
    package var idToken: Secret?
    package var refreshToken: Secret?
    /// Seconds, in decimal.
    package var expiresIn: String?

    package init(localId: String) { self.localId = localId }
}
