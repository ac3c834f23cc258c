/// A user in `accounts:lookup` and `accounts:batchGet`.
package struct AccountInfo: Sendable, Codable {
    package var localId: String
    package var email: String?
    package var emailVerified: Bool?
    /// Whether the user has signed in by a link that was sent by e-mail.
    package var emailLinkSignin: Bool?
    package var displayName: String?
    package var photoUrl: String?
    package var phoneNumber: String?
    /// Cardea's own.
    package var userName: String?
    package var providerUserInfo: [ProviderUserInfo]?
    /// For administrators only, and then no usable hash.
    package var passwordHash: String?
    package var salt: String?
    package var version: Int?
    /// Milliseconds since 1970.
    package var passwordUpdatedAt: Int64?
    /// Seconds since 1970, in decimal.
    package var validSince: String?
    package var disabled: Bool?
    /// Milliseconds since 1970, in decimal.
    package var createdAt: String?
    /// Milliseconds since 1970, in decimal.
    package var lastLoginAt: String?
    /// A moment as of RFC 3339.
    package var lastRefreshAt: String?
    /// JSON text of one object.
    package var customAttributes: String?
    package var customAuth: Bool?
    package var screenName: String?
    package var initialEmail: String?
    package var tenantId: String?

    package init(localId: String) { self.localId = localId }
}

/// A user's data of a sign-in provider.
package struct ProviderUserInfo: Sendable, Codable {
    package var providerId: String
    package var rawId: String?
    package var federatedId: String?
    package var email: String?
    package var displayName: String?
    package var photoUrl: String?
    package var phoneNumber: String?
    package var screenName: String?

    package init(providerId: String) { self.providerId = providerId }
}
