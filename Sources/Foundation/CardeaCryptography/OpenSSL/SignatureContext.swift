#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// A key prepared to sign or to verify hashes; one thread at a time may use it.
@safe final class SignatureContext: @unchecked Sendable {
    enum Purpose { case signing, verification }

    private let context: OpaquePointer
    private let key: KeyHandle

    /// Creates a context for ES256 or RS256; Ed25519 signs messages, not hashes.
    init?(_ purpose: Purpose, _ key: KeyHandle) {
        guard let context = unsafe EVP_PKEY_CTX_new(key.pointer, nil) else { return nil }
        unsafe self.context = context
        self.key = key
        let started =
            switch purpose {
            case .signing: unsafe EVP_PKEY_sign_init(context)
            case .verification: unsafe EVP_PKEY_verify_init(context)
            }
        guard started == 1, unsafe EVP_PKEY_CTX_set_signature_md(context, Algorithms.shared.sha256) == 1,
            unsafe key.algorithm != .rs256 || EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        else { return nil }
    }

    deinit { unsafe EVP_PKEY_CTX_free(context) }

    /// - Returns: The signature in the form of libcrypto.
    func sign(hash: [UInt8]) -> [UInt8]? {
        let size = Int(unsafe EVP_PKEY_get_size(key.pointer))
        let signature = unsafe [UInt8](unsafeUninitializedCapacity: size) { signature, count in
            count = size
            // A failure leaves it empty.
            guard unsafe EVP_PKEY_sign(context, signature.baseAddress, &count, hash, hash.count) == 1 else {
                return count = 0
            }
        }
        return signature.isEmpty ? nil : signature
    }

    func isValid(_ signature: [UInt8], forHash hash: [UInt8]) -> Bool {
        let result = unsafe EVP_PKEY_verify(context, signature, signature.count, hash, hash.count)
        // A failure leaves its reasons in a queue of the thread, which nothing else empties.
        if result != 1 { ERR_clear_error() }
        return result == 1
    }
}

/// Ed25519 signs the message itself (RFC 8032 §5.1).
enum Ed25519 {
    static func sign(_ message: [UInt8], with key: KeyHandle) -> [UInt8]? {
        guard let context = unsafe EVP_MD_CTX_new() else { return nil }
        defer { unsafe EVP_MD_CTX_free(context) }
        var count = 64
        var signature = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_DigestSignInit(context, nil, nil, nil, key.pointer) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else { return nil }
        return signature
    }

    static func isValid(_ signature: [UInt8], for message: [UInt8], under key: KeyHandle) -> Bool {
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key.pointer) == 1 else { return false }
        let result = unsafe EVP_DigestVerify(context, signature, signature.count, message, message.count)
        if result != 1 { ERR_clear_error() }
        return result == 1
    }
}
#endif
