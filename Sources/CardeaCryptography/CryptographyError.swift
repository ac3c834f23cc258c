/// Why a cryptographic operation failed.
package enum CryptographyError: Error, Sendable, Equatable {
    /// The key is damaged, too weak, or of a kind that is not used here.
    case invalidKey
    /// The sealed bytes were changed, or belong to another key or another context.
    case authenticationFailed
    /// A certificate with this name or these dates is not possible.
    case invalidCertificate
    /// libcrypto failed, for lack of memory or entropy.
    case unavailable
}
