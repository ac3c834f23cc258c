/// The values of a user for tokens, and for the decision whether the user gets any.
package protocol TokenSubject: Sendable {
    var id: UserID { get }
    var email: EmailAddress? { get }
    var isEmailVerified: Bool { get }
    var displayName: String? { get }
    var photoURL: String? { get }
    var phoneNumber: String? { get }
    var hasPassword: Bool { get }
    /// Whether a service account has vouched for the user by a custom token.
    var usesCustomTokens: Bool { get }
    /// The accounts at identity providers.
    var identities: [ProviderSubject] { get }
    /// JSON text of one object.
    var customClaims: String? { get }
    var isDisabled: Bool { get }
    var epoch: Int64 { get }
    var validSince: Timestamp { get }
}

extension TokenSubject {
    /// Whether nothing but the device itself vouches for this user.
    package var isAnonymous: Bool {
        email == nil && phoneNumber == nil && !hasPassword && !usesCustomTokens && identities.isEmpty
    }
}

/// A user as a refresh reads it: a class for the reason that `TokenSession` is one.
package final class TokenUser: TokenSubject {
    package let id: UserID
    package let email: EmailAddress?
    package let isEmailVerified: Bool
    package let displayName: String?
    package let photoURL: String?
    package let phoneNumber: String?
    package let hasPassword: Bool
    package let usesCustomTokens: Bool
    package let identities: [ProviderSubject]
    package let customClaims: String?
    package let isDisabled: Bool
    package let epoch: Int64
    package let validSince: Timestamp

    package init(
        id: UserID,
        email: EmailAddress?,
        isEmailVerified: Bool,
        displayName: String?,
        photoURL: String?,
        phoneNumber: String?,
        hasPassword: Bool,
        usesCustomTokens: Bool,
        identities: [ProviderSubject],
        customClaims: String?,
        isDisabled: Bool,
        epoch: Int64,
        validSince: Timestamp
    ) {
        self.id = id
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.displayName = displayName
        self.photoURL = photoURL
        self.phoneNumber = phoneNumber
        self.hasPassword = hasPassword
        self.usesCustomTokens = usesCustomTokens
        self.identities = identities
        self.customClaims = customClaims
        self.isDisabled = isDisabled
        self.epoch = epoch
        self.validSince = validSince
    }
}

extension User: TokenSubject {
    package var hasPassword: Bool { passwordHash != nil }
}
