import CardeaCryptography
import CardeaIdentityDomain

/// The sealed part of a signing key: the key, and the certificate that was made for it.
///
/// The certificate is kept because a new one of the same key would have another signature. Clients that pin
/// certificates would reject it.
struct SigningKeyMaterial {
    let pkcs8: [UInt8]
    let certificatePEM: String

    static func generate(
        _ algorithm: SignatureAlgorithm,
        for project: ProjectID,
        at now: Timestamp
    ) throws(CryptographyError) -> SigningKeyMaterial {
        let key = try PrivateKey.generate(algorithm)
        let tenYears = TimeSpan.days(3650)
        let certificate = try Certificate.selfSigned(
            key,
            commonName: project.rawValue,
            notBefore: now.seconds,
            notAfter: (now + tenYears).seconds
        )
        return SigningKeyMaterial(pkcs8: key.pkcs8, certificatePEM: certificate)
    }

    /// Two bytes of length, the key, the certificate's text.
    var bytes: [UInt8] {
        [UInt8(truncatingIfNeeded: pkcs8.count >> 8), UInt8(truncatingIfNeeded: pkcs8.count)]
            + pkcs8 + Array(certificatePEM.utf8)
    }
}

extension SigningKeyMaterial {
    init?(bytes: [UInt8]) {
        guard bytes.count >= 2 else { return nil }
        let end = 2 + Int(bytes[0]) << 8 + Int(bytes[1])
        guard end <= bytes.count else { return nil }
        guard let certificate = String(validating: bytes[end...], as: UTF8.self) else { return nil }
        self.init(pkcs8: Array(bytes[2..<end]), certificatePEM: certificate)
    }
}

extension SignatureAlgorithm {
    init(_ algorithm: TokenPolicy.SigningAlgorithm) {
        self =
            switch algorithm {
            case .es256: .es256
            case .rs256: .rs256
            case .edDSA: .edDSA
            }
    }
}
