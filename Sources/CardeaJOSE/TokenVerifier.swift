package import CardeaCryptography
import CardeaEncodings

/// A token with a valid signature; its claims have not been checked.
package struct VerifiedToken: Sendable {
    package let keyID: String
    package let algorithm: SignatureAlgorithm
    /// `typ` in lower case and without `application/`.
    package let type: String
    /// The claims as they were signed: a JSON object in UTF-8.
    package let claims: [UInt8]
}

/// Checks signatures of JSON Web Tokens against known keys, by the rules of RFC 8725.
///
/// Each key has one algorithm; the header's `kid` looks up the key, and its `alg` must be the key's.
package struct TokenVerifier: Sendable {
    /// The largest length of a token, in bytes.
    package static let maximumLength = 16384

    private let keys: [String: PublicKey]

    /// - Parameter keys: By key id.
    package init(keys: [String: PublicKey]) {
        self.keys = keys
    }

    /// Checks a token in compact form.
    ///
    /// - Parameters:
    ///   - compact: ASCII.
    ///   - types: The accepted values of `typ`; case and the prefix `application/` do not matter.
    /// - Returns: The token's claims, and the key that signed them.
    /// - Throws: Why the token was rejected.
    package func verify(
        _ compact: some Collection<UInt8>,
        types: Set<String> = ["JWT"]
    ) throws(JOSEError) -> VerifiedToken {
        guard compact.count <= Self.maximumLength else { throw .tooLong }
        let token = Array(compact)
        let segments = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3 else { throw .malformed }
        let header = try TokenHeader(segments[0])
        guard let type = header.type, types.contains(where: { TokenHeader.normalized($0) == type }) else {
            throw .wrongType
        }
        guard let keyID = header.keyID, let key = keys[keyID] else { throw .unknownKey }
        guard header.algorithm == key.algorithm.rawValue else { throw .wrongAlgorithm }
        guard let claims = Base64URL.decode(segments[1]), let signature = Base64URL.decode(segments[2]) else {
            throw .malformed
        }
        guard key.isValid(signature, for: Array(token[..<segments[1].endIndex])) else {
            throw .invalidSignature
        }
        return VerifiedToken(keyID: keyID, algorithm: key.algorithm, type: type, claims: claims)
    }

    package func verify(_ compact: String, types: Set<String> = ["JWT"]) throws(JOSEError) -> VerifiedToken {
        try verify(compact.utf8, types: types)
    }
}
