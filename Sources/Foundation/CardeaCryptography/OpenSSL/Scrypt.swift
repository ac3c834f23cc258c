#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// scrypt (RFC 7914).
package enum Scrypt {
    /// - Parameters:
    ///   - password: The password.
    ///   - salt: The salt.
    ///   - logN: The binary logarithm of the cost N.
    ///   - r: The block size.
    ///   - p: The parallelism; the calling thread does all the work.
    ///   - count: The length of the key in bytes.
    /// - Returns: The key; `nil` for invalid parameters, or if there is not enough memory.
    package static func deriveKey(
        from password: [UInt8],
        salt: [UInt8],
        logN: Int,
        r: Int,
        p: Int,
        count: Int
    ) -> [UInt8]? {
        guard (1...40).contains(logN), r > 0, p > 0 else { return nil }
        let n = UInt64(1) << UInt64(logN)
        var key = [UInt8](repeating: 0, count: count)
        let isDone = unsafe password.withUnsafeBytes { password in
            unsafe EVP_PBE_scrypt(
                password.baseAddress?.assumingMemoryBound(to: CChar.self),
                password.count,
                salt,
                salt.count,
                n,
                UInt64(r),
                UInt64(p),
                // The caller limits the memory.
                UInt64(Int64.max),
                &key,
                count
            )
        }
        return isDone == 1 ? key : nil
    }
}

/// AES-256 in counter mode (NIST SP 800-38A §6.5), which authenticates nothing.
package enum AESCounterMode {
    /// Encrypts bytes under a key that encrypts nothing else: the counter begins at 0.
    ///
    /// - Returns: The ciphertext; `nil` if the key does not have 32 bytes, or if libcrypto fails.
    package static func encrypt(_ plaintext: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard key.count == 32, let context = unsafe EVP_CIPHER_CTX_new() else { return nil }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let counter = [UInt8](repeating: 0, count: 16)
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count)
        var count: Int32 = 0
        guard unsafe EVP_EncryptInit_ex2(context, EVP_aes_256_ctr(), key, counter, nil) == 1,
            unsafe EVP_EncryptUpdate(context, &ciphertext, &count, plaintext, Int32(plaintext.count)) == 1,
            Int(count) == plaintext.count
        else { return nil }
        return ciphertext
    }
}
#endif
