/// The reason why a cryptographic operation failed.
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

extension CryptographyError: CustomStringConvertible {
    /// The error as a sentence, for a person.
    package var description: String {
        switch self {
        case .invalidKey: "the key is damaged, too weak, or of a wrong kind"
        case .authenticationFailed: "the encrypted bytes were changed, or belong to another key"
        case .invalidCertificate: "a certificate with this name or these dates is not possible"
        case .unavailable: "libcrypto failed, for lack of memory or entropy"
        }
    }
}
