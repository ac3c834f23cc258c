#if canImport(CryptoKit)
import CryptoKit
import Foundation

/// A key that signs; the same type as under OpenSSL/, without Ed25519.
package final class PrivateKey: Sendable {
    private enum Form: Sendable {
        case p256(P256.Signing.PrivateKey)
        case rsa(RSAKey)
    }

    package let publicKey: PublicKey
    private let form: Form

    /// Reads a key from DER (RFC 5208), not encrypted.
    package init(pkcs8: [UInt8]) throws(CryptographyError) {
        if let key = try? P256.Signing.PrivateKey(derRepresentation: pkcs8) {
            let point = Array(key.publicKey.rawRepresentation)
            publicKey = try PublicKey(.ec(x: Array(point.prefix(32)), y: Array(point.suffix(32))))
            form = .p256(key)
        } else {
            let (key, n, e) = try RSAKey.read(pkcs8: pkcs8)
            publicKey = try PublicKey(.rsa(n: n, e: e))
            form = .rsa(key)
        }
    }

    package var algorithm: SignatureAlgorithm { publicKey.algorithm }

    /// Signs a message.
    ///
    /// - Returns: The signature in JOSE form: for ES256 `r ‖ s` of 64 bytes.
    package func sign(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        switch form {
        case .p256(let key):
            guard let signature = try? key.signature(for: message) else { throw .unavailable }
            return Array(signature.rawRepresentation)
        case .rsa(let key): return try key.sign(message)
        }
    }
}
#endif
