/// The signature algorithms of Cardea's tokens, by their JOSE names (RFC 7518 §3.1, RFC 8037 §3.1).
package enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// RSASSA-PKCS1-v1_5 with SHA-256, with keys of 2048 bits or more.
    case rs256 = "RS256"
    /// Ed25519.
    case edDSA = "EdDSA"
}
