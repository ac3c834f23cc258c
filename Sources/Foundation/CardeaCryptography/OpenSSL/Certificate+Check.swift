#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL
import Glibc

extension Certificate {
    /// The reason why a certificate and its key cannot be used for TLS.
    package enum Problem: Error, Equatable {
        /// The text has no certificate in PEM.
        case noCertificate
        /// The text has no private key in PEM, or one that a passphrase protects.
        case noKey
        /// The key is not that of the first certificate.
        case keyMismatch
        /// The key of a certificate of the chain has too few bits.
        case weakKey(bits: Int)
        /// A certificate of the chain is signed with a weak hash function, such as SHA-1.
        case weakSignature
    }

    /// The smallest strength in bits for TLS (OpenSSL's security level 2); RSA keys need 2048 bits for it.
    private static let leastSecurityBits: Int32 = 112

    /// Finds out whether a certificate chain and a private key belong together and are strong enough for TLS.
    ///
    /// - Parameters:
    ///   - chain: `CERTIFICATE` blocks, the server's own first.
    ///   - privateKey: The private key, not encrypted.
    /// - Returns: The time at which the first certificate expires, in seconds since 1970. It may be past.
    /// - Throws: `Problem`
    package static func check(chain: String, privateKey: String) throws(Problem) -> Int64 {
        defer { ERR_clear_error() }
        guard let text = try? MemoryBIO(chain),
            let certificate = unsafe PEM_read_bio_X509(text.pointer, nil, nil, nil)
        else { throw .noCertificate }
        defer { unsafe X509_free(certificate) }
        guard let keyText = try? MemoryBIO(privateKey),
            let key = unsafe PEM_read_bio_PrivateKey(
                keyText.pointer,
                nil,
                // Without this function OpenSSL would ask for a passphrase at the terminal.
                { _, _, _, _ in -1 },
                nil
            )
        else { throw .noKey }
        defer { unsafe EVP_PKEY_free(key) }
        guard unsafe X509_check_private_key(certificate, key) == 1 else { throw .keyMismatch }
        try unsafe checkStrength(of: certificate)
        while let next = unsafe PEM_read_bio_X509(text.pointer, nil, nil, nil) {
            defer { unsafe X509_free(next) }
            try unsafe checkStrength(of: next)
        }
        var end = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &end) == 1 else { throw .noCertificate }
        return Int64(unsafe timegm(&end))
    }

    /// Finds out whether the first certificate of a chain is for a host (RFC 6125 §6).
    ///
    /// - Parameters:
    ///   - host: A name, or an address without brackets.
    ///   - chain: `CERTIFICATE` blocks.
    /// - Returns: Whether clients accept it for the host.
    package static func isFor(host: String, chain: String) -> Bool {
        defer { ERR_clear_error() }
        guard let text = try? MemoryBIO(chain),
            let certificate = unsafe PEM_read_bio_X509(text.pointer, nil, nil, nil)
        else { return false }
        defer { unsafe X509_free(certificate) }
        return unsafe X509_check_host(certificate, host, host.utf8.count, 0, nil) == 1
            || X509_check_ip_asc(certificate, host, 0) == 1
    }

    private static func checkStrength(of certificate: OpaquePointer) throws(Problem) {
        guard let key = unsafe X509_get0_pubkey(certificate) else { throw .noCertificate }
        guard unsafe EVP_PKEY_get_security_bits(key) >= leastSecurityBits else {
            throw .weakKey(bits: Int(unsafe EVP_PKEY_get_bits(key)))
        }
        // The signature of a self-signed certificate has no meaning.
        guard unsafe X509_get_extension_flags(certificate) & UInt32(EXFLAG_SS) == 0 else { return }
        var bits: Int32 = 0
        guard unsafe X509_get_signature_info(certificate, nil, nil, &bits, nil) == 1,
            bits >= leastSecurityBits
        else { throw .weakSignature }
    }
}
#endif
