#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// The hash functions of password hashes and of tokens that other programs made; Cardea makes no such hashes.
package enum MessageDigest: String, Sendable, CaseIterable {
    case md5, sha1, sha256, sha512

    /// The length of a hash in bytes.
    package var count: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// - Returns: The hash of the message; `nil` if libcrypto fails.
    package func hash(_ message: [UInt8]) -> [UInt8]? {
        var hash = [UInt8](repeating: 0, count: count)
        let isDone = unsafe EVP_Digest(message, message.count, &hash, nil, function, nil)
        return isDone == 1 ? hash : nil
    }

    /// HMAC (RFC 2104).
    ///
    /// - Returns: The authentication code; `nil` if libcrypto fails.
    package func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: count)
        let result = unsafe HMAC(function, key, Int32(key.count), message, message.count, &code, nil)
        return unsafe result == nil ? nil : code
    }

    /// PBKDF2 (RFC 8018 §5.2) with HMAC.
    ///
    /// - Returns: A key of `count` bytes; `nil` if libcrypto fails.
    package func deriveKey(
        from password: [UInt8],
        salt: [UInt8],
        iterations: Int,
        count: Int
    ) -> [UInt8]? {
        var key = [UInt8](repeating: 0, count: count)
        let isDone = unsafe password.withUnsafeBytes { password in
            unsafe PKCS5_PBKDF2_HMAC(
                password.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(password.count),
                salt,
                Int32(salt.count),
                Int32(iterations),
                function,
                Int32(count),
                &key
            )
        }
        return isDone == 1 ? key : nil
    }

    private var function: OpaquePointer? {
        switch self {
        case .md5: unsafe EVP_md5()
        case .sha1: unsafe EVP_sha1()
        case .sha256: unsafe EVP_sha256()
        case .sha512: unsafe EVP_sha512()
        }
    }
}
#endif
