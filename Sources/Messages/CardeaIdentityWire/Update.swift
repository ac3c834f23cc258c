package import CardeaSecrets

/// `accounts:update`: changes to the user of an access token, or by an administrator to the user `localId`.
package struct UpdateRequest: Sendable, Codable {
    package var idToken: Secret?
    /// The code of a link that was sent by e-mail.
    package var oobCode: Secret?
    package var email: String?
    /// Cardea's own.
    package var userName: String?
    package var password: Secret?
    package var displayName: String?
    package var photoUrl: String?
    package var deleteAttribute: [UserAttribute]?
    package var deleteProvider: [String]?
    package var tenantId: String?
    package var returnSecureToken: Bool?

    // For administrators
    package var localId: String?
    package var phoneNumber: String?
    package var emailVerified: Bool?
    package var disableUser: Bool?
    /// JSON text of one object.
    package var customAttributes: String?
    /// Seconds since 1970.
    package var validSince: Int64?
    /// Milliseconds since 1970.
    package var lastLoginAt: Int64?
    package var linkProviderUserInfo: LinkedProviderInfo?

    package init() {}
}

/// The account at an identity provider that an administrator links to a user.
package struct LinkedProviderInfo: Sendable, Codable {
    package var providerId: String?
    package var rawId: String?
    package var email: String?
    package var displayName: String?
    package var photoUrl: String?

    package init() {}
}

package struct UpdateResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#SetAccountInfoResponse"
    package var localId: String
    package var email: String?
    package var newEmail: String?
    package var emailVerified: Bool?
    /// Cardea's own.
    package var userName: String?
    package var displayName: String?
    package var photoUrl: String?
    package var providerUserInfo: [ProviderUserInfo]?
    package var idToken: Secret?
    package var refreshToken: Secret?
    /// Seconds, in decimal.
    package var expiresIn: String?

    package init(localId: String) { self.localId = localId }
}

/// The values of `deleteAttribute`; the cases are in the order of the protocol's numbers.
package enum UserAttribute: String, Sendable, Codable, CaseIterable {
    case unspecified = "USER_ATTRIBUTE_NAME_UNSPECIFIED"
    case email = "EMAIL"
    case displayName = "DISPLAY_NAME"
    case provider = "PROVIDER"
    case photoURL = "PHOTO_URL"
    case password = "PASSWORD"
    case rawUserInfo = "RAW_USER_INFO"
}
