#if canImport(Security)
import Foundation
import Security

extension PinnedKeys {
    /// Whether the system trusts the server's certificate, and its key is one of them.
    func contain(keyOf trust: SecTrust?) -> Bool {
        guard let trust, SecTrustEvaluateWithError(trust, nil),
            let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate], let own = chain.first
        else { return false }
        return contain(keyOf: Array(SecCertificateCopyData(own) as Data))
    }
}
#endif
