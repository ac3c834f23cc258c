#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

extension Certificate {
    /// Why a certificate and its key cannot be used for TLS.
    package enum Problem: Error, Equatable {
        /// The text has no certificate in PEM.
        case noCertificate
        /// The text has no private key in PEM, or one that a passphrase protects.
        case noKey
        /// The key is not that of the first certificate.
        case keyOfAnother
        case expired
    }

    /// Finds out whether a certificate chain and a private key belong together.
    ///
    /// - Parameters:
    ///   - chain: `CERTIFICATE` blocks, the server's own first.
    ///   - privateKey: The private key, not encrypted.
    /// - Throws: `Problem`
    package static func check(chain: String, privateKey: String) throws(Problem) {
        defer { ERR_clear_error() }
        guard let text = try? MemoryBIO(chain),
            let certificate = unsafe PEM_read_bio_X509(text.pointer, nil, nil, nil)
        else { throw .noCertificate }
        defer { unsafe X509_free(certificate) }
        guard let text = try? MemoryBIO(privateKey),
            let key = unsafe PEM_read_bio_PrivateKey(
                text.pointer,
                nil,
                // Without a function of ours OpenSSL would ask at the terminal.
                { _, _, _, _ in -1 },
                nil
            )
        else { throw .noKey }
        defer { unsafe EVP_PKEY_free(key) }
        guard unsafe X509_check_private_key(certificate, key) == 1 else { throw .keyOfAnother }
        guard unsafe X509_cmp_current_time(X509_get0_notAfter(certificate)) > 0 else { throw .expired }
    }
}
#endif
