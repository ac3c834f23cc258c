import CCardeaOpenSSL
import Glibc

/// A P-256 key pair, made when the prototype starts; libcrypto counts references to it: hence `@unchecked Sendable`.
@safe
final class PrototypeKey: @unchecked Sendable {
    fileprivate let key: OpaquePointer

    init() throws {
        let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard unsafe EVP_PKEY_keygen_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_group_name(context, "prime256v1") == 1,
            unsafe EVP_PKEY_generate(context, &key) == 1, let key = unsafe key
        else { throw BenchmarkError("no key") }
        unsafe self.key = key
    }

    deinit { unsafe EVP_PKEY_free(key) }
}

/// Hashes and signs on one thread, whose contexts it keeps: hence `@unchecked Sendable`.
@safe
final class PrototypeSigner: @unchecked Sendable {
    private let key: PrototypeKey?
    private let signing: OpaquePointer?
    private let algorithm: OpaquePointer
    private let hashing: OpaquePointer

    /// Creates a signer.
    ///
    /// - Parameter key: The key that signs; `nil` for a signer that only hashes.
    /// - Throws: If libcrypto lacks an algorithm.
    init(_ key: PrototypeKey?) throws {
        self.key = key
        guard let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil), let hashing = unsafe EVP_MD_CTX_new()
        else { throw BenchmarkError("no SHA-256") }
        unsafe self.algorithm = algorithm
        unsafe self.hashing = hashing
        guard let key else {
            unsafe signing = nil
            return
        }
        let signing = unsafe EVP_PKEY_CTX_new(key.key, nil)
        guard unsafe EVP_PKEY_sign_init(signing) == 1,
            unsafe EVP_PKEY_CTX_set_signature_md(signing, algorithm) == 1
        else { throw BenchmarkError("no ES256") }
        unsafe self.signing = signing
    }

    deinit {
        unsafe EVP_PKEY_CTX_free(signing)
        unsafe EVP_MD_CTX_free(hashing)
        unsafe EVP_MD_free(algorithm)
    }

    func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe EVP_DigestInit_ex2(hashing, algorithm, nil)
                unsafe EVP_DigestUpdate(hashing, bytes.baseAddress, bytes.count)
                unsafe EVP_DigestFinal_ex(hashing, digest.baseAddress, nil)
            }
            count = 32
        }
    }

    /// The two halves of an ES256 signature, 32 bytes each (RFC 7518 §3.4).
    func sign(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let digest = hash(text)
        let der = unsafe [UInt8](unsafeUninitializedCapacity: 80) { signature, count in
            count = 80
            unsafe EVP_PKEY_sign(signing, signature.baseAddress, &count, digest, digest.count)
        }
        var (signature, place) = ([UInt8](), 2)
        for _ in 0..<2 {
            // An INTEGER: its tag, its length, and perhaps a zero in front.
            let (start, length) = (place + 2, Int(der[place + 1]))
            let number = der[start..<start + length].suffix(32)
            signature += [UInt8](repeating: 0, count: 32 - number.count) + number
            place = start + length
        }
        return signature
    }
}
