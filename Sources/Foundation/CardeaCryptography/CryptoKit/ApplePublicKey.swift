#if canImport(CryptoKit)
import CryptoKit
import Foundation

/// A key that verifies signatures; the same type as under OpenSSL/.
package final class PublicKey: Sendable {
    /// The numbers of a key, big-endian.
    package enum Components: Sendable, Equatable {
        /// A point on P-256; each coordinate has 32 bytes.
        case ec(x: [UInt8], y: [UInt8])
        /// Modulus and public exponent, with no leading zeros.
        case rsa(n: [UInt8], e: [UInt8])
        case ed25519(x: [UInt8])
    }

    private enum Form: Sendable {
        case p256(P256.Signing.PublicKey)
        case rsa(RSAKey)
        case ed25519(Curve25519.Signing.PublicKey)
    }

    package let components: Components
    private let form: Form

    /// - Throws: `invalidKey` if the numbers are not a secure key, such as a point off the curve or a short modulus.
    package init(_ components: Components) throws(CryptographyError) {
        guard !components.hasSmallOrder else { throw .invalidKey }
        self.components = components
        switch components {
        case .ec(let x, let y):
            guard x.count == 32, y.count == 32,
                let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
            else { throw .invalidKey }
            form = .p256(key)
        case .rsa(let n, let e):
            form = .rsa(try RSAKey(n: n, e: e))
        case .ed25519(let x):
            guard x.count == 32, let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x) else {
                throw .invalidKey
            }
            form = .ed25519(key)
        }
    }

    package var algorithm: SignatureAlgorithm {
        switch form {
        case .p256: .es256
        case .rsa: .rs256
        case .ed25519: .edDSA
        }
    }

    /// Whether a signature, in JOSE form, was made over `message` by the private half of this key.
    package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        switch form {
        case .p256(let key):
            guard signature.count == ECDSASignature.rawCount,
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        case .rsa(let key): return key.isValid(signature, for: message)
        case .ed25519(let key): return key.isValidSignature(signature, for: message)
        }
    }
}
#endif
