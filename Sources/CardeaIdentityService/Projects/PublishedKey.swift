package import CardeaCryptography

/// A key that access tokens can be verified with, as it is published.
package struct PublishedKey: Sendable {
    /// The `kid` of the tokens.
    package let id: String
    package let algorithm: SignatureAlgorithm
    package let publicKey: PublicKey
    /// A self-signed certificate of the key, for clients that want one (PEM).
    package let certificatePEM: String

    package init(id: String, algorithm: SignatureAlgorithm, publicKey: PublicKey, certificatePEM: String) {
        self.id = id
        self.algorithm = algorithm
        self.publicKey = publicKey
        self.certificatePEM = certificatePEM
    }
}
