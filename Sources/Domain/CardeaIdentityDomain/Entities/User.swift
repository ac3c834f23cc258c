package import CardeaSecrets

/// A person's record in a user pool.
package struct User: Sendable, Equatable {
    package let id: UserID
    package let pool: UserPool
    package let createdAt: Timestamp

    package var email: EmailAddress?
    /// The first address, if the user had another one before the present one.
    package var initialEmail: EmailAddress?
    /// The way in which the address came from a former owner to the present one; `nil` if there was no other.
    package var recycling: Recycling?
    /// Which accounts at trusted providers have proved the address, one for each provider.
    package var emailProofs: [EmailProof] = []
    package var isEmailVerified = false
    /// Whether the user has signed in by a link that was sent to the address.
    package var signsInByEmailLink = false
    package var displayName: String?
    package var photoURL: String?
    package var phoneNumber: String?
    package var uniqueName: UniqueUserName?
    /// The password's hash as a PHC string, or an imported hash that is encrypted; `nil` for a user without a password.
    @Unprinted package var passwordHash: String?
    package var passwordChangedAt: Timestamp?
    /// Whether a service account has vouched for the user by a custom token.
    package var usesCustomTokens = false
    /// The accounts at identity providers, in the order in which they were linked.
    ///
    /// Each has a `FederatedIdentity` with its details. This list is what tokens need, so a refresh reads no more rows.
    package var identities: [ProviderSubject] = []
    /// JSON text of one object, set by administrators; copied into ID tokens.
    package var customClaims: String?
    package var isDisabled = false
    package var lastSignedInAt: Timestamp?
    /// The number of this user's current epoch.
    ///
    /// Sessions of an earlier epoch are void.
    package var epoch = User.firstEpoch
    /// When the current epoch began, for people and for back ends that compare `auth_time` with it.
    ///
    /// It never goes back by itself, whatever the clock does.
    package var validSince: Timestamp
    /// Counts the writes to this user.
    ///
    /// The store rejects a write that expects another number.
    package var revision: Int64 = 0

    package static let firstEpoch: Int64 = 0

    package init(id: UserID, pool: UserPool, createdAt: Timestamp) {
        self.id = id
        self.pool = pool
        self.createdAt = createdAt
        validSince = createdAt
    }
}

extension User {
    /// Begins a new epoch: all earlier sessions are void.
    package mutating func beginEpoch(at now: Timestamp) {
        epoch += 1
        validSince = max(validSince + TimeSpan(milliseconds: 1), now)
    }

    /// Begins a new epoch for one session, which the caller moves to it.
    ///
    /// All other sessions are void.
    ///
    /// Back ends that compare `auth_time` still accept that session. They reject sessions that were authenticated
    /// before it.
    package mutating func beginEpoch(keeping session: Session) {
        epoch += 1
        validSince = max(validSince, session.authenticatedAt)
    }
}
