#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// Algorithms of libcrypto, looked up once: a lookup takes locks and costs more than a hash.
@safe struct Algorithms: @unchecked Sendable {
    static let shared = Algorithms()

    let sha256 = unsafe Self.found(EVP_MD_fetch(nil, "SHA256", nil))
    let hmac = unsafe Self.found(EVP_MAC_fetch(nil, "HMAC", nil))
    let aes256GCM = unsafe Self.found(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil))

    /// A libcrypto without these cannot run Cardea at all.
    private static func found(_ algorithm: OpaquePointer?) -> OpaquePointer {
        guard let algorithm = unsafe algorithm else {
            preconditionFailure("libcrypto lacks a basic algorithm")
        }
        return unsafe algorithm
    }
}
#endif
