package import CardeaCryptography
import CardeaEncodings

/// Signs JSON Web Tokens with one key (RFC 7519; compact JWS, RFC 7515 §3.1).
package struct TokenSigner: Sendable {
    package let keyID: String
    private let key: PrivateKey
    /// The header segment of a token of type `JWT`, with the dot that follows it.
    private let usualHeader: [UInt8]

    package init(key: PrivateKey, keyID: String) {
        self.key = key
        self.keyID = keyID
        usualHeader = Self.header(key.algorithm, keyID: keyID, type: "JWT")
    }

    /// Signs a token.
    ///
    /// - Parameters:
    ///   - claims: A JSON object in UTF-8; it is signed unchanged.
    ///   - type: The type of the token, for `typ` (RFC 8725 §3.11).
    /// - Returns: The token in compact form.
    /// - Throws: `signingFailed` if libcrypto fails.
    package func sign(_ claims: [UInt8], type: String = "JWT") throws(JOSEError) -> [UInt8] {
        var token: [UInt8] = []
        token.reserveCapacity(usualHeader.count + claims.count * 4 / 3 + 96)
        token += type == "JWT" ? usualHeader : Self.header(key.algorithm, keyID: keyID, type: type)
        Base64URL.append(claims, to: &token)
        guard let signature = try? key.sign(token) else { throw .signingFailed }
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &token)
        return token
    }

    private static func header(_ algorithm: SignatureAlgorithm, keyID: String, type: String) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("alg", algorithm.rawValue)
            json.member("kid", keyID)
            json.member("typ", type)
        }
        var segment: [UInt8] = []
        Base64URL.append(json.bytes, to: &segment)
        return segment + [UInt8(ascii: ".")]
    }
}
