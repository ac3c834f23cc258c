package import CardeaCryptography
package import CardeaIdentityDomain

/// A key that access tokens can be verified with, as it is published.
package struct PublishedKey: Sendable {
    /// The `kid` of the tokens.
    package let id: String
    package let algorithm: SignatureAlgorithm
    package let publicKey: PublicKey
    /// A self-signed certificate of the key, for clients that want one (PEM).
    package let certificatePEM: String

    /// The time for which a response with published keys may be cached.
    package static let cacheLifetime = TimeSpan.seconds(300)
    /// The time for which a new key is published before it signs: until no cache lacks it.
    ///
    /// The minute is for responses that are on their way, and for clocks of several servers that differ.
    package static let announcement = TimeSpan.seconds(cacheLifetime.seconds + 60)

    package init(id: String, algorithm: SignatureAlgorithm, publicKey: PublicKey, certificatePEM: String) {
        self.id = id
        self.algorithm = algorithm
        self.publicKey = publicKey
        self.certificatePEM = certificatePEM
    }
}
