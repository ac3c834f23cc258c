#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// X.509 certificates (RFC 5280).
package enum Certificate {
    /// Creates a self-signed certificate, for clients that read public keys in this form only.
    ///
    /// - Parameters:
    ///   - key: The key whose public half is certified.
    ///   - commonName: Subject and issuer; 1 to 64 characters.
    ///   - notBefore: In seconds since 1970.
    ///   - notAfter: In seconds since 1970.
    /// - Returns: A `CERTIFICATE` block (RFC 7468 §5).
    /// - Throws: `invalidCertificate` if the name or a date is out of range.
    package static func selfSigned(
        _ key: PrivateKey,
        commonName: String,
        notBefore: Int64,
        notAfter: Int64
    ) throws(CryptographyError) -> String {
        guard (1...64).contains(commonName.unicodeScalars.count), notBefore <= notAfter else {
            throw .invalidCertificate
        }
        guard let certificate = unsafe X509_new() else { throw .unavailable }
        defer { unsafe X509_free(certificate) }
        // The positive random number of a serial has at most 20 bytes (§4.1.2.2); the first bit of these is
        // clear.
        var serial = Entropy.bytes(16)
        serial[0] = serial[0] & 0x7F | 0x40
        let number = try Integer(serial)
        let name = Array(commonName.utf8)
        let subject = unsafe X509_get_subject_name(certificate)
        let digest = unsafe key.algorithm == .edDSA ? nil : Algorithms.shared.sha256
        let text = try MemoryBIO()
        guard unsafe X509_set_version(certificate, Int(X509_VERSION_3)) == 1,
            unsafe BN_to_ASN1_INTEGER(number.pointer, X509_get_serialNumber(certificate)) != nil,
            unsafe ASN1_TIME_set(X509_getm_notBefore(certificate), Int(notBefore)) != nil,
            unsafe ASN1_TIME_set(X509_getm_notAfter(certificate), Int(notAfter)) != nil,
            unsafe X509_NAME_add_entry_by_NID(
                subject,
                NID_commonName,
                MBSTRING_UTF8,
                name,
                Int32(name.count),
                -1,
                0
            ) == 1,
            unsafe X509_set_issuer_name(certificate, subject) == 1,
            unsafe X509_set_pubkey(certificate, key.handle.pointer) == 1,
            unsafe add(NID_basic_constraints, "critical,CA:FALSE", to: certificate),
            unsafe add(NID_key_usage, "critical,digitalSignature", to: certificate),
            unsafe X509_sign(certificate, key.handle.pointer, digest) > 0,
            unsafe PEM_write_bio_X509(text.pointer, certificate) == 1
        else {
            ERR_clear_error()
            throw .invalidCertificate
        }
        return text.text
    }

    private static func add(_ kind: Int32, _ value: String, to certificate: OpaquePointer) -> Bool {
        guard let part = unsafe X509V3_EXT_conf_nid(nil, nil, kind, value) else { return false }
        defer { unsafe X509_EXTENSION_free(part) }
        return unsafe X509_add_ext(certificate, part, -1) == 1
    }
}
#endif
