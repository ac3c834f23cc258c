import CardeaEncodings

/// JSON Web Tokens without a signature (RFC 7519 §6).
///
/// Anybody can make one, so only an emulator may accept them. `TokenVerifier` rejects them.
package enum UnsecuredToken {
    private static let algorithm = "none"

    /// Creates a token.
    ///
    /// - Parameter claims: A JSON object in UTF-8.
    /// - Returns: The token in compact form, which ends with a dot.
    package static func encode(_ claims: [UInt8]) -> [UInt8] {
        var header = JSONText()
        header.object { json in
            json.member("alg", algorithm)
            json.member("typ", "JWT")
        }
        var token: [UInt8] = []
        Base64URL.append(header.bytes, to: &token)
        token.append(UInt8(ascii: "."))
        Base64URL.append(claims, to: &token)
        return token + [UInt8(ascii: ".")]
    }

    /// The claims of a token that says itself that it has no signature; `nil` for any other text.
    package static func claims(of compact: some Collection<UInt8>) -> [UInt8]? {
        guard let token = try? UnverifiedToken(compact), token.algorithm.exact == algorithm.exact,
            token.signature.isEmpty
        else { return nil }
        return token.claims
    }
}
