#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// Owns a key of libcrypto, which does not change once it is here; libcrypto wipes it when it is freed.
@safe final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    let algorithm: SignatureAlgorithm

    /// Takes ownership of a key.
    ///
    /// - Throws: `invalidKey` if the pointer is `nil`, or the key is not P-256, Ed25519, or RSA with 2048 to 8192 bits.
    init(owning pointer: OpaquePointer?) throws(CryptographyError) {
        guard let pointer = unsafe pointer else { throw .invalidKey }
        guard let algorithm = unsafe Self.algorithm(of: pointer) else {
            unsafe EVP_PKEY_free(pointer)
            throw .invalidKey
        }
        unsafe self.pointer = pointer
        self.algorithm = algorithm
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// The length of a signature in JOSE form.
    var signatureCount: Int {
        switch algorithm {
        case .es256, .edDSA: 64
        case .rs256: Int(unsafe EVP_PKEY_get_size(pointer))
        }
    }

    private static func algorithm(of key: OpaquePointer) -> SignatureAlgorithm? {
        if unsafe EVP_PKEY_is_a(key, "ED25519") == 1 { return .edDSA }
        if unsafe EVP_PKEY_is_a(key, "RSA") == 1 {
            return (2048...8192).contains(unsafe EVP_PKEY_get_bits(key)) ? .rs256 : nil
        }
        guard unsafe EVP_PKEY_is_a(key, "EC") == 1 else { return nil }
        var name = [CChar](repeating: 0, count: 32)
        guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1 else { return nil }
        return name.starts(with: "prime256v1\0".utf8.map(CChar.init)) ? .es256 : nil
    }
}
#endif
