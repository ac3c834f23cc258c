package import CardeaCryptography
import CardeaEncodings

/// Signs JSON Web Tokens with one key (RFC 7519; compact JWS, RFC 7515 §3.1).
package struct TokenSigner: Sendable {
    package let keyID: String
    private let key: PrivateKey
    /// The header segments of ID tokens and access tokens, with the dot that follows them.
    private let headers: (jwt: [UInt8], accessToken: [UInt8])

    package init(key: PrivateKey, keyID: String) {
        self.key = key
        self.keyID = keyID
        headers = (
            Self.header(key.algorithm, keyID: keyID, type: "JWT"),
            Self.header(key.algorithm, keyID: keyID, type: "at+jwt")
        )
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
        let header = header(type)
        token.reserveCapacity(header.count + claims.count * 4 / 3 + 96)
        token += header
        Base64URL.append(claims, to: &token)
        guard let signature = try? key.sign(token) else { throw .signingFailed }
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &token)
        return token
    }

    private func header(_ type: String) -> [UInt8] {
        switch type {
        case "JWT": headers.jwt
        case "at+jwt": headers.accessToken
        default: Self.header(key.algorithm, keyID: keyID, type: type)
        }
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
