#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// A key that signs, parsed once and used by any number of threads.
package final class PrivateKey: Sendable {
    package let publicKey: PublicKey
    let handle: KeyHandle
    private let contexts: ContextPool<SignatureContext>

    private init(_ handle: KeyHandle) throws(CryptographyError) {
        self.handle = handle
        publicKey = try PublicKey(handle)
        contexts = ContextPool { SignatureContext(.signing, handle) }
    }

    package var algorithm: SignatureAlgorithm { handle.algorithm }

    /// Creates a new key: P-256, RSA of 2048 bits, or Ed25519.
    package static func generate(_ algorithm: SignatureAlgorithm) throws(CryptographyError) -> PrivateKey {
        let name =
            switch algorithm {
            case .es256: "EC"
            case .rs256: "RSA"
            case .edDSA: "ED25519"
            }
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, name, nil) else { throw .unavailable }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_keygen_init(context) == 1 else { throw .unavailable }
        let chosen: Int32 =
            switch algorithm {
            case .es256: unsafe EVP_PKEY_CTX_set_group_name(context, "prime256v1")
            case .rs256: unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048)
            case .edDSA: 1
            }
        var key: OpaquePointer?
        guard chosen == 1, unsafe EVP_PKEY_generate(context, &key) == 1 else { throw .unavailable }
        return try unsafe PrivateKey(KeyHandle(owning: key))
    }

    /// Reads a key from DER (RFC 5208), not encrypted.
    package convenience init(pkcs8: [UInt8]) throws(CryptographyError) {
        let info = unsafe pkcs8.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var position = bytes.baseAddress
            guard let info = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &position, bytes.count) else { return nil }
            guard unsafe position == bytes.baseAddress?.advanced(by: bytes.count) else {
                unsafe PKCS8_PRIV_KEY_INFO_free(info)
                return nil
            }
            return unsafe info
        }
        defer {
            unsafe PKCS8_PRIV_KEY_INFO_free(info)
            ERR_clear_error()
        }
        guard let info = unsafe info else { throw .invalidKey }
        let handle = try unsafe KeyHandle(owning: EVP_PKCS82PKEY(info))
        guard handle.isConsistent else { throw .invalidKey }
        try self.init(handle)
    }

    /// The key as DER (RFC 5208), not encrypted: a secret.
    package var pkcs8: [UInt8] {
        guard let info = unsafe EVP_PKEY2PKCS8(handle.pointer) else {
            preconditionFailure("A key has a PKCS #8 form")
        }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        return unsafe DER.bytes { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
    }

    /// The key as a `PRIVATE KEY` block (RFC 7468 §10), not encrypted: a secret.
    package var pem: String {
        guard let text = try? MemoryBIO(),
            unsafe PEM_write_bio_PKCS8PrivateKey(text.pointer, handle.pointer, nil, nil, 0, nil, nil) == 1
        else {
            preconditionFailure("A key has a PEM form")
        }
        return text.text
    }

    /// Signs a message.
    ///
    /// - Returns: The signature in JOSE form: for ES256 `r ‖ s` of 64 bytes.
    package func sign(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let signature: [UInt8]? =
            switch algorithm {
            case .es256:
                contexts.withContext { $0.sign(hash: SHA256.hash(message)) }.flatMap(ECDSASignature.raw)
            case .rs256: contexts.withContext { $0.sign(hash: SHA256.hash(message)) }
            case .edDSA: Ed25519.sign(message, with: handle)
            }
        guard let signature else { throw .unavailable }
        return signature
    }
}

extension KeyHandle {
    /// Whether the private half belongs to the public half.
    fileprivate var isConsistent: Bool {
        guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return false }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        return unsafe EVP_PKEY_pairwise_check(context) == 1
    }
}
#endif
