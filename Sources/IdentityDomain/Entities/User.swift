/// An account in a user pool.
package struct User: Sendable, Equatable {
    package let id: UserID
    package let pool: UserPool
    package let createdAt: Timestamp

    package var email: EmailAddress?
    package var isEmailVerified = false
    package var displayName: String?
    package var photoURL: String?
    package var phoneNumber: String?
    /// The password's hash as a PHC string; `nil` for a user without a password.
    package var passwordHash: String?
    package var passwordChangedAt: Timestamp?
    /// JSON text of one object, set by administrators; copied into ID tokens.
    package var customClaims: String?
    package var isDisabled = false
    package var lastSignedInAt: Timestamp?
    /// Sessions and tokens of this user that began before this moment are void.
    package var validSince: Timestamp
    /// Counts the writes to this account; a write that expects another number is refused.
    package var revision: Int64 = 0

    package init(id: UserID, pool: UserPool, createdAt: Timestamp) {
        self.id = id
        self.pool = pool
        self.createdAt = createdAt
        validSince = createdAt
    }

    /// Whether nothing but the device itself vouches for this account.
    package var isAnonymous: Bool { email == nil && phoneNumber == nil && passwordHash == nil }
}
