package import CardeaCryptography
package import CardeaEncodings

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
    /// The largest number of bytes of claims whose token is never longer, whatever its header and its signature are.
    package static let maximumClaims = (maximumLength - 1024) / 4 * 3

    private let keys: [ExactText: PublicKey]

    /// - Parameter keys: By key id.
    package init(keys: [ExactText: PublicKey]) {
        self.keys = keys
    }

    /// Checks a token in compact form.
    ///
    /// - Parameters:
    ///   - compact: ASCII.
    ///   - types: The accepted values of `typ`; case and the prefix `application/` do not matter.
    /// - Returns: The token's claims, and the key that signed them.
    /// - Throws: The reason why the token was rejected.
    package func verify(
        _ compact: some Collection<UInt8>,
        types: Set<String> = ["JWT"]
    ) throws(JOSEError) -> VerifiedToken {
        let token = try UnverifiedToken(compact)
        guard let type = token.type, types.contains(where: { TokenHeader.normalized($0).exact == type.exact })
        else {
            throw .wrongType
        }
        guard let keyID = token.keyID, let key = keys[keyID.exact] else { throw .unknownKey }
        guard token.algorithm.exact == key.algorithm.rawValue.exact else { throw .wrongAlgorithm }
        guard token.isSigned(by: key) else { throw .invalidSignature }
        return VerifiedToken(keyID: keyID, algorithm: key.algorithm, type: type, claims: token.claims)
    }

    package func verify(_ compact: String, types: Set<String> = ["JWT"]) throws(JOSEError) -> VerifiedToken {
        try verify(compact.utf8, types: types)
    }
}
