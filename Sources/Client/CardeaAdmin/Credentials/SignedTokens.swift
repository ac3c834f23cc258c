internal import CardeaEncodings
internal import CardeaJOSE
internal import CardeaSession
internal import Foundation

extension ServiceAccountKey {
    /// The longest time between `iat` and `exp`.
    static let lifetime: Int64 = 3600

    /// The `iat` of a token that is signed now: 5 minutes ago, so that a server whose clock is behind accepts it.
    static func issuedAt(_ now: Date) -> Int64 { Int64(now.timeIntervalSince1970) - 300 }

    /// A JWT that this account has signed.
    func sign(_ claims: (inout JSONText) -> Void) throws(AdminError) -> SessionSecret {
        var json = JSONText()
        json.object(claims)
        do {
            let token = try TokenSigner(key: key, keyID: keyID).sign(json.bytes)
            return SessionSecret(String(decoding: token, as: UTF8.self))
        } catch {
            throw AdminError(.invalidServiceAccount, detail: "the key cannot sign")
        }
    }

    /// A JWT without a signature, which emulators alone accept.
    static func unsigned(_ claims: (inout JSONText) -> Void) -> SessionSecret {
        var json = JSONText()
        json.object(claims)
        let header = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)
        return SessionSecret("\(header).\(Base64URL.encode(json.bytes)).")
    }

    /// An assertion that is exchanged for an access token (RFC 7523 §3).
    ///
    /// - Parameters:
    ///   - now: When it is signed.
    ///   - id: Its `jti`: a server accepts each once.
    /// - Returns: The assertion.
    /// - Throws: `invalidServiceAccount` if the key cannot sign.
    func assertion(at now: Date, id: String) throws(AdminError) -> SessionSecret {
        let issuedAt = Self.issuedAt(now)
        return try sign { json in
            json.member("iss", clientEmail)
            json.member("sub", clientEmail)
            json.member("aud", tokenURL.absoluteString)
            json.member("iat", issuedAt)
            json.member("exp", issuedAt + Self.lifetime)
            json.member("jti", id)
            json.member("scope", Self.scopes)
        }
    }

    /// The scopes that Google's servers demand for the operations of `AdminClient`.
    private static let scopes =
        "https://www.googleapis.com/auth/cloud-platform https://www.googleapis.com/auth/identitytoolkit"
}
