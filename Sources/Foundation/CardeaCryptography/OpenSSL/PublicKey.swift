#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// A key that verifies signatures, parsed once and used by any number of threads.
package final class PublicKey: Sendable {
    /// The numbers of a key, big-endian.
    package enum Components: Sendable, Equatable {
        /// A point on P-256; each coordinate has 32 bytes.
        case ec(x: [UInt8], y: [UInt8])
        /// Modulus and public exponent, with no leading zeros.
        case rsa(n: [UInt8], e: [UInt8])
        case ed25519(x: [UInt8])
    }

    package let components: Components
    let handle: KeyHandle
    private let contexts: ContextPool<SignatureContext>

    init(_ handle: KeyHandle) throws(CryptographyError) {
        self.handle = handle
        components = try handle.components()
        contexts = ContextPool { SignatureContext(.verification, handle) }
    }

    package var algorithm: SignatureAlgorithm { handle.algorithm }

    /// - Throws: `invalidKey` if the numbers are not a secure key, such as a point off the curve or a short modulus.
    package convenience init(_ components: Components) throws(CryptographyError) {
        try self.init(KeyHandle(components))
    }

    /// Reads a `PUBLIC KEY` block (RFC 7468 §13).
    package convenience init(pem: String) throws(CryptographyError) {
        let text = try MemoryBIO(pem)
        defer { ERR_clear_error() }
        // The callback reports that there is no passphrase. Without it libcrypto would ask at the terminal.
        let key = unsafe PEM_read_bio_PUBKEY(text.pointer, nil, { _, _, _, _ in -1 }, nil)
        try unsafe self.init(KeyHandle(owning: key))
    }

    /// The key as a `PUBLIC KEY` block.
    package var pem: String {
        guard let text = try? MemoryBIO(), unsafe PEM_write_bio_PUBKEY(text.pointer, handle.pointer) == 1
        else {
            preconditionFailure("A key has a PEM form")
        }
        return text.text
    }

    /// Whether a signature, in JOSE form, was made over `message` by the private half of this key.
    package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        guard signature.count == handle.signatureCount else { return false }
        switch algorithm {
        case .es256:
            guard let der = ECDSASignature.der(raw: signature) else { return false }
            return isValid(encoded: der, for: message)
        case .rs256:
            return isValid(encoded: signature, for: message)
        case .edDSA:
            return Ed25519.isValid(signature, for: message, under: handle)
        }
    }

    private func isValid(encoded signature: [UInt8], for message: [UInt8]) -> Bool {
        contexts.withContext { $0.isValid(signature, forHash: SHA256.hash(message)) } ?? false
    }
}
#endif
