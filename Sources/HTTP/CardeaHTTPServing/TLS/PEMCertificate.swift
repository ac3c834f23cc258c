import CCardeaLibSSL

/// A certificate chain and its private key, read from PEM text (RFC 7468).
@safe
struct PEMCertificate: ~Copyable {
    private var chain: [OpaquePointer] = unsafe []
    private let key: OpaquePointer

    /// - Returns: `nil` when one of the texts holds none.
    init?(_ certificate: HTTPServer.Certificate) {
        let key = unsafe Self.reading(certificate.privateKey) { text in
            // Without this function an encrypted key would be asked for at the terminal.
            unsafe PEM_read_bio_PrivateKey(text, nil, { _, _, _, _ in -1 }, nil)
        }
        guard let key = unsafe key else { return nil }
        unsafe self.key = unsafe key
        unsafe Self.reading(certificate.chain) { text in
            while let next = unsafe PEM_read_bio_X509(text, nil, { _, _, _, _ in -1 }, nil) {
                unsafe chain.append(next)
            }
        }
    }

    deinit {
        unsafe EVP_PKEY_free(key)
        unsafe chain.forEach { unsafe X509_free($0) }
    }

    /// Makes a context use them, which takes references of its own.
    ///
    /// - Returns: Whether the key belongs to the first certificate, and TLS can be spoken with both.
    func use(in context: OpaquePointer) -> Bool {
        guard let leaf = unsafe chain.first, unsafe SSL_CTX_use_certificate(context, leaf) == 1,
            unsafe SSL_CTX_use_PrivateKey(context, key) == 1, unsafe SSL_CTX_check_private_key(context) == 1
        else { return false }
        return unsafe chain.dropFirst().allSatisfy {
            unsafe cardea_tls_add_chain_certificate(context, $0) == 1
        }
    }

    private static func reading<Result>(_ text: String, _ body: (OpaquePointer?) -> Result) -> Result {
        unsafe Array(text.utf8).withUnsafeBytes { bytes in
            let source = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            defer { unsafe BIO_free(source) }
            defer { ERR_clear_error() }
            return unsafe body(source)
        }
    }
}
