package import CardeaSecrets

/// Cardea's own: a sign-in by a code that an administrator gave the user.
package struct SignInWithRecoveryCodeRequest: Sendable, Codable {
    package var recoveryCode: Secret?
    package var tenantId: String?
    package var accessTokenLifetime: Int64?

    package init() {}
}

package struct SignInWithRecoveryCodeResponse: Sendable, Codable {
    package var localId: String?
    package var email: String?
    package var idToken: Secret?
    package var refreshToken: Secret?
    /// Seconds, in decimal.
    package var expiresIn: String?

    package init() {}
}
