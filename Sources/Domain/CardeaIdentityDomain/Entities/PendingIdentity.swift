/// A verified sign-in with a provider that waits for a decision of the user: the server's part of a `pendingToken`.
///
/// It is used once. It is deleted with any change of the identity that it names.
package struct PendingIdentity: Sendable, Equatable {
    /// SHA-256 of the token.
    package let hash: [UInt8]
    package let id: ProviderSubject
    package let pool: UserPool
    /// The assertion of the provider, encrypted.
    package let sealed: [UInt8]
    package let expiresAt: Timestamp

    package init(
        hash: [UInt8],
        id: ProviderSubject,
        pool: UserPool,
        sealed: [UInt8],
        expiresAt: Timestamp
    ) {
        self.hash = hash
        self.id = id
        self.pool = pool
        self.sealed = sealed
        self.expiresAt = expiresAt
    }
}
