#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

extension KeyHandle {
    /// Creates a public key of its numbers, and checks that they are one.
    convenience init(_ components: PublicKey.Components) throws(CryptographyError) {
        defer { ERR_clear_error() }
        guard !components.hasSmallOrder, let info = components.subjectPublicKeyInfo else { throw .invalidKey }
        let key = unsafe info.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            return unsafe d2i_PUBKEY(nil, &position, bytes.count)
        }
        try unsafe self.init(owning: key)
        guard isSoundPublicKey else { throw .invalidKey }
    }

    func components() throws(CryptographyError) -> PublicKey.Components {
        switch algorithm {
        case .es256:
            let x = try integer(OSSL_PKEY_PARAM_EC_PUB_X)
            let y = try integer(OSSL_PKEY_PARAM_EC_PUB_Y)
            return try .ec(x: x.bytes(padded: 32), y: y.bytes(padded: 32))
        case .rs256:
            return try .rsa(
                n: integer(OSSL_PKEY_PARAM_RSA_N).bytes(),
                e: integer(OSSL_PKEY_PARAM_RSA_E).bytes()
            )
        case .edDSA:
            var x = [UInt8](repeating: 0, count: 32)
            var count = x.count
            guard unsafe EVP_PKEY_get_raw_public_key(pointer, &x, &count) == 1, count == 32 else {
                throw .invalidKey
            }
            return .ed25519(x: x)
        }
    }

    private var isSoundPublicKey: Bool {
        guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return false }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        return unsafe EVP_PKEY_public_check(context) == 1
    }

    private func integer(_ name: String) throws(CryptographyError) -> Integer {
        var number: OpaquePointer?
        guard unsafe EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let number = unsafe number else {
            throw .invalidKey
        }
        return unsafe Integer(owning: number)
    }
}

/// Owns a number of libcrypto.
@safe final class Integer {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    init(_ bytes: [UInt8]) throws(CryptographyError) {
        guard let pointer = unsafe BN_bin2bn(bytes, Int32(bytes.count), nil) else { throw .unavailable }
        unsafe self.pointer = pointer
    }

    deinit { unsafe BN_free(pointer) }

    /// The number, big-endian; without padding if `count` is `nil`.
    func bytes(padded count: Int? = nil) throws(CryptographyError) -> [UInt8] {
        let count = count ?? Int(unsafe BN_num_bits(pointer) + 7) / 8
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe BN_bn2binpad(pointer, &bytes, Int32(count)) == Int32(count) else { throw .invalidKey }
        return bytes
    }
}
#endif
