package import CardeaCryptography
import CardeaEncodings

/// A JSON Web Token in compact form, before `isSigned(by:)` has verified it (RFC 7515 §3.1).
///
/// It is for tokens whose claims name the issuer, and so the keys.
package struct UnverifiedToken: Sendable {
    /// `alg`, as the sender claims it.
    ///
    /// The algorithm of a signature is the key's.
    package let algorithm: String
    package let keyID: String?
    /// `typ` in lower case and without `application/`.
    package let type: String?
    /// A JSON object in UTF-8, or anything else.
    package let claims: [UInt8]
    package let signature: [UInt8]
    private let message: [UInt8]

    /// - Throws: The reason why the text is not such a token; also if its header contains a key.
    package init(_ compact: some Collection<UInt8>) throws(JOSEError) {
        guard compact.count <= TokenVerifier.maximumLength else { throw .tooLong }
        let token = Array(compact)
        let segments = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3 else { throw .malformed }
        let header = try TokenHeader(segments[0])
        guard let claims = Base64URL.decode(segments[1]), let signature = Base64URL.decode(segments[2]) else {
            throw .malformed
        }
        (algorithm, keyID, type) = (header.algorithm, header.keyID, header.type)
        (self.claims, self.signature) = (claims, signature)
        message = Array(token[..<segments[1].endIndex])
    }

    /// Whether the private half of a key has signed the token, and the token says so.
    package func isSigned(by key: PublicKey) -> Bool {
        algorithm.exact == key.algorithm.rawValue.exact && key.isValid(signature, for: message)
    }

    /// Whether the token has an HMAC under a secret that its issuer and its audience share (`HS256`, RFC 7518 §3.2).
    ///
    /// The key is never one that was published.
    package func isAuthenticated(by key: HMACKey) -> Bool {
        algorithm.exact == Self.hmac && ConstantTime.equal(key.authenticate(message), signature)
    }

    private static let hmac: ExactText = "HS256"
}
