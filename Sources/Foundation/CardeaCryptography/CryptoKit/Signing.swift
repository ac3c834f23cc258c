#if canImport(CryptoKit)
import CryptoKit

/// A key pair on P-256 that a client signs with; the same type as under OpenSSL/.
package struct ES256Key: Sendable {
    /// The public point; each coordinate has 32 bytes.
    package let x, y: [UInt8]
    private let key: P256.Signing.PrivateKey

    /// Creates a new pair.
    package init() throws(CryptographyError) {
        self.init(P256.Signing.PrivateKey())
    }

    /// Reads a pair from DER (RFC 5208).
    package init(pkcs8: [UInt8]) throws(CryptographyError) {
        guard let key = try? P256.Signing.PrivateKey(derRepresentation: pkcs8) else { throw .invalidKey }
        self.init(key)
    }

    private init(_ key: P256.Signing.PrivateKey) {
        let point = Array(key.publicKey.rawRepresentation)
        self.key = key
        x = Array(point.prefix(32))
        y = Array(point.suffix(32))
    }

    /// The pair as DER (RFC 5208), not encrypted: a secret.
    package var pkcs8: [UInt8] { Array(key.derRepresentation) }

    /// Signs a message: `r ‖ s`, 64 bytes.
    package func sign(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard let signature = try? key.signature(for: message) else { throw .unavailable }
        return Array(signature.rawRepresentation)
    }
}
#endif
