package import CardeaSecrets

/// `accounts:signUp`: a sign-up by a person, anonymous or with e-mail and password; with `idToken` the upgrade
/// of an anonymous user; with an administrator's credential the creation of an account.
package struct SignUpRequest: Sendable, Codable {
    package var email: String?
    /// Cardea's own.
    package var userName: String?
    package var password: Secret?
    package var displayName: String?
    package var photoUrl: String?
    package var idToken: Secret?
    package var tenantId: String?
    package var returnSecureToken: Bool?
    /// Seconds that the access token shall live; Cardea's own.
    package var accessTokenLifetime: Int64?

    // For administrators
    package var localId: String?
    package var phoneNumber: String?
    package var emailVerified: Bool?
    package var disabled: Bool?

    package init() {}
}

package struct SignUpResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#SignupNewUserResponse"
    package var localId: String
    package var email: String?
    /// Cardea's own.
    package var userName: String?
    package var displayName: String?
    package var idToken: Secret?
    package var refreshToken: Secret?
    /// Seconds, in decimal.
    package var expiresIn: String?

    package init(localId: String) { self.localId = localId }
}
