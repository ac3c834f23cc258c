#if canImport(COpenSSL)
import COpenSSL

extension KeyHandle {
    /// Makes a public key of its numbers, and checks that they are one.
    convenience init(_ components: PublicKey.Components) throws(CryptographyError) {
        defer { ERR_clear_error() }
        switch components {
        case .ec(let x, let y):
            guard x.count == 32, y.count == 32 else { throw .invalidKey }
            try unsafe self.init(
                owning: Self.key("EC") { builder in
                    unsafe OSSL_PARAM_BLD_push_utf8_string(
                        builder,
                        OSSL_PKEY_PARAM_GROUP_NAME,
                        "prime256v1",
                        0
                    ) == 1
                        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, [4] + x + y, 65)
                            == 1
                }
            )
        case .rsa(let n, let e):
            guard e.last.map({ $0 & 1 == 1 }) == true, e.count <= 8, e != [1], n.first != 0, e.first != 0
            else {
                throw .invalidKey
            }
            let modulus = try Integer(n)
            let exponent = try Integer(e)
            try unsafe self.init(
                owning: Self.key("RSA") { builder in
                    unsafe OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus.pointer) == 1
                        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent.pointer) == 1
                }
            )
        case .ed25519(let x):
            guard x.count == 32 else { throw .invalidKey }
            try unsafe self.init(owning: EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, x, x.count))
        }
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

    /// Builds a public key of named parameters.
    private static func key(_ kind: String, _ push: (OpaquePointer) -> Bool) -> OpaquePointer? {
        guard let builder = unsafe OSSL_PARAM_BLD_new() else { return nil }
        defer { unsafe OSSL_PARAM_BLD_free(builder) }
        guard unsafe push(builder), let parameters = unsafe OSSL_PARAM_BLD_to_param(builder) else {
            return nil
        }
        defer { unsafe OSSL_PARAM_free(parameters) }
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, kind, nil) else { return nil }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard unsafe EVP_PKEY_fromdata_init(context) == 1,
            unsafe EVP_PKEY_fromdata(context, &key, cardea_public_key_selection, parameters) == 1
        else { return nil }
        return unsafe key
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

    /// The number, big-endian; `nil` stands for no padding.
    func bytes(padded count: Int? = nil) throws(CryptographyError) -> [UInt8] {
        let count = count ?? Int(unsafe BN_num_bits(pointer) + 7) / 8
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe BN_bn2binpad(pointer, &bytes, Int32(count)) == Int32(count) else { throw .invalidKey }
        return bytes
    }
}
#endif
