#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// AES-256-GCM (NIST SP 800-38D) with a random nonce of 12 bytes and a tag of 16; sealed is `nonce ‖
/// ciphertext ‖ tag`.
package enum AESGCM {
    package static let keyCount = 32
    static let nonceCount = 12
    static let tagCount = 16

    /// Encrypts and authenticates; a key may be used 2³² times, until random nonces may repeat.
    ///
    /// - Parameters:
    ///   - plaintext: The secret.
    ///   - key: 32 bytes.
    ///   - context: Bytes that are authenticated and not encrypted: the owner of the secret.
    /// - Returns: The nonce, the ciphertext and the tag: 28 bytes more than the plaintext.
    /// - Throws: `invalidKey` if the key has another length.
    package static func seal(
        _ plaintext: [UInt8],
        key: [UInt8],
        authenticating context: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        let nonce = Entropy.bytes(nonceCount)
        let cipher = try Cipher(key: key, nonce: nonce, encrypts: true)
        try cipher.authenticate(context)
        let ciphertext = try cipher.update(plaintext)
        guard cipher.finish(), let tag = cipher.tag() else { throw .unavailable }
        return nonce + ciphertext + tag
    }

    /// Checks and decrypts; if the check fails, no plaintext is returned.
    package static func open(
        _ sealed: [UInt8],
        key: [UInt8],
        authenticating context: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        guard sealed.count >= nonceCount + tagCount else { throw .authenticationFailed }
        let cipher = try Cipher(key: key, nonce: Array(sealed.prefix(nonceCount)), encrypts: false)
        try cipher.authenticate(context)
        var plaintext = try cipher.update(Array(sealed[nonceCount..<sealed.count - tagCount]))
        guard cipher.expect(tag: Array(sealed.suffix(tagCount))), cipher.finish() else {
            unsafe OPENSSL_cleanse(&plaintext, plaintext.count)
            throw .authenticationFailed
        }
        return plaintext
    }
}

/// One encryption or decryption; libcrypto wipes its key when it is freed.
@safe private final class Cipher {
    private let context: OpaquePointer

    init(key: [UInt8], nonce: [UInt8], encrypts: Bool) throws(CryptographyError) {
        guard key.count == AESGCM.keyCount else { throw .invalidKey }
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .unavailable }
        unsafe self.context = context
        let started = unsafe EVP_CipherInit_ex2(
            context,
            Algorithms.shared.aes256GCM,
            key,
            nonce,
            encrypts ? 1 : 0,
            nil
        )
        guard started == 1 else { throw .unavailable }
    }

    deinit { unsafe EVP_CIPHER_CTX_free(context) }

    func authenticate(_ bytes: [UInt8]) throws(CryptographyError) {
        var count: Int32 = 0
        let done = unsafe EVP_CipherUpdate(context, nil, &count, bytes, Int32(bytes.count))
        guard done == 1 else { throw .unavailable }
    }

    func update(_ bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: bytes.count)
        var count: Int32 = 0
        let done = unsafe EVP_CipherUpdate(context, &output, &count, bytes, Int32(bytes.count))
        guard done == 1, Int(count) == bytes.count else { throw .unavailable }
        return output
    }

    func expect(tag: [UInt8]) -> Bool {
        var tag = tag
        return unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
    }

    /// Whether all went well; when decrypting, whether the tag is right.
    func finish() -> Bool {
        var rest: [UInt8] = Array(repeating: 0, count: 16)
        var count: Int32 = 0
        return unsafe EVP_CipherFinal_ex(context, &rest, &count) == 1
    }

    func tag() -> [UInt8]? {
        var tag = [UInt8](repeating: 0, count: AESGCM.tagCount)
        let done = unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag)
        return done == 1 ? tag : nil
    }
}
#endif
