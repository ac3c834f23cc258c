#if canImport(CCardeaOpenSSL)
/// A key pair on P-256 that a client signs with; the same type as under CryptoKit/.
package struct ES256Key: Sendable {
    /// The public point; each coordinate has 32 bytes.
    package let x, y: [UInt8]
    private let key: PrivateKey

    /// Creates a new pair.
    package init() throws(CryptographyError) {
        try self.init(PrivateKey.generate(.es256))
    }

    /// Reads a pair from DER (RFC 5208).
    package init(pkcs8: [UInt8]) throws(CryptographyError) {
        try self.init(PrivateKey(pkcs8: pkcs8))
    }

    private init(_ key: PrivateKey) throws(CryptographyError) {
        guard case .ec(let x, let y) = key.publicKey.components else { throw .invalidKey }
        self.key = key
        self.x = x
        self.y = y
    }

    /// The pair as DER (RFC 5208), not encrypted: a secret.
    package var pkcs8: [UInt8] { key.pkcs8 }

    /// Signs a message: `r ‖ s`, 64 bytes.
    package func sign(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] { try key.sign(message) }
}
#endif
