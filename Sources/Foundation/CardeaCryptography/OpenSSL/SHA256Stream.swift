#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// SHA-256 of bytes that arrive in pieces, such as a large file.
@safe package final class SHA256Stream {
    private let context: OpaquePointer

    package init() throws(CryptographyError) {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .unavailable }
        unsafe self.context = context
        guard unsafe EVP_DigestInit_ex(context, Algorithms.shared.sha256, nil) == 1 else {
            throw .unavailable
        }
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Adds the next piece.
    package func update(_ bytes: [UInt8]) throws(CryptographyError) {
        guard unsafe EVP_DigestUpdate(context, bytes, bytes.count) == 1 else { throw .unavailable }
    }

    /// The hash of all pieces; to be called once, at the end.
    package func finish() throws(CryptographyError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.count)
        guard unsafe EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw .unavailable }
        return digest
    }
}
#endif
