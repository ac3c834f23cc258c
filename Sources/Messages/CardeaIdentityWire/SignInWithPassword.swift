package import CardeaSecrets

/// `accounts:signInWithPassword`.
package struct SignInWithPasswordRequest: Sendable, Codable {
    package var email: String?
    /// In place of the e-mail address; Cardea's own.
    package var userName: String?
    package var password: Secret?
    /// The access token of the session that is to be re-authenticated, instead of a session that begins.
    package var idToken: Secret?
    package var tenantId: String?
    package var returnSecureToken: Bool?
    /// Seconds that the access token shall live; Cardea's own.
    package var accessTokenLifetime: Int64?

    package init() {}
}

package struct SignInWithPasswordResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#VerifyPasswordResponse"
    package var localId: String
    package var email: String
    /// Cardea's own.
    package var userName: String?
    package var displayName: String?
    package var profilePicture: String?
    package var registered: Bool? = true
    package var idToken: Secret?
    package var refreshToken: Secret?
    /// Seconds, in decimal.
    package var expiresIn: String?

    package init(localId: String, email: String) {
        self.localId = localId
        self.email = email
    }
}
