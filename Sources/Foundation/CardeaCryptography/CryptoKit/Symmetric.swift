#if canImport(CryptoKit)
import CryptoKit

// The same types as under OpenSSL/, for clients on Apple systems. RSA and Ed25519 are the server's, and not here.

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    package static let count = 32

    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array(CryptoKit.SHA256.hash(data: Array(bytes)))
    }
}

/// A key for HMAC-SHA256 (RFC 2104).
package final class HMACKey: Sendable {
    private let key: SymmetricKey

    package init(_ key: [UInt8]) {
        self.key = SymmetricKey(data: key)
    }

    package func authenticate(_ message: [UInt8]) -> [UInt8] {
        Array(HMAC<CryptoKit.SHA256>.authenticationCode(for: message, using: key))
    }
}

/// AES-256-GCM (NIST SP 800-38D); sealed is `nonce ‖ ciphertext ‖ tag`.
package enum AESGCM {
    package static let keyCount = 32

    package static func seal(
        _ plaintext: [UInt8],
        key: [UInt8],
        authenticating context: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        guard key.count == keyCount else { throw .invalidKey }
        let box = try? AES.GCM.seal(plaintext, using: SymmetricKey(data: key), authenticating: context)
        guard let combined = box?.combined else { throw .unavailable }
        return Array(combined)
    }

    package static func open(
        _ sealed: [UInt8],
        key: [UInt8],
        authenticating context: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        guard key.count == keyCount else { throw .invalidKey }
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let plaintext = try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: context)
        else { throw .authenticationFailed }
        return Array(plaintext)
    }
}

/// The random number generator of the system.
enum Entropy {
    static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
#endif
