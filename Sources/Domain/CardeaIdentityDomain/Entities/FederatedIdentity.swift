/// An account of a user at an identity provider.
///
/// A user has at most one at each provider, and each belongs to one user of its pool.
package struct FederatedIdentity: Sendable, Equatable {
    /// The provider, and its ID of the person.
    package let id: ProviderSubject
    package let pool: UserPool
    package let user: UserID
    package let linkedAt: Timestamp
    /// The address at the provider.
    package var email: EmailAddress?
    /// Whether the provider proved, at the last sign-in, that the person has the address (U15).
    package var isEmailTrusted = false
    package var displayName: String?
    package var photoURL: String?
    package var screenName: String?
    package var lastSignedInAt: Timestamp?

    package init(_ id: ProviderSubject, of user: UserID, in pool: UserPool, linkedAt: Timestamp) {
        self.id = id
        self.pool = pool
        self.user = user
        self.linkedAt = linkedAt
    }

    /// Whether the provider proves that the user has an address.
    package func vouches(for address: EmailAddress?) -> Bool {
        isEmailTrusted && address != nil && email == address
    }
}

/// The tokens of a provider, encrypted (U13).
package struct SealedProviderTokens: Sendable, Equatable {
    /// The access token with what belongs to it.
    package var access: [UInt8]?
    /// The refresh token.
    ///
    /// Providers issue it at the first sign-in only, so it stays if a later one brings none.
    package var refresh: [UInt8]?

    package init(access: [UInt8]? = nil, refresh: [UInt8]? = nil) {
        self.access = access
        self.refresh = refresh
    }
}
