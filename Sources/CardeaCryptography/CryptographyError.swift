/// Why a cryptographic operation failed.
package enum CryptographyError: Error, Sendable, Equatable {
    /// The key is damaged, too weak, or of a kind that is not used here.
    case invalidKey
    /// What was sealed has been changed, or was sealed under another key or for another purpose.
    case authenticationFailed
    /// A name or date cannot be written in a certificate.
    case invalidCertificate
    /// The library refused, for want of memory or entropy.
    case unavailable
}
