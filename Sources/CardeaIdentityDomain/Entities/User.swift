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
    /// The number of this account's present epoch: sessions of an earlier one are void.
    package var epoch: Int64 = 0
    /// When the present epoch began, for people and for back ends that compare `auth_time` with it.
    ///
    /// It never goes back by itself, whatever the clock does.
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

extension User {
    /// Ends everything that began before: a new epoch.
    package mutating func beginEpoch(at now: Timestamp) {
        epoch += 1
        validSince = max(validSince + TimeSpan(milliseconds: 1), now)
    }

    /// Ends everything but one session, which has to be moved to the new epoch.
    ///
    /// Back ends that compare `auth_time` must go on accepting that session. To them, sessions that were
    /// authenticated before it have ended.
    package mutating func beginEpoch(keeping session: Session) {
        epoch += 1
        validSince = max(validSince, session.authenticatedAt)
    }
}
