import CardeaCryptography
package import CardeaEncodings
import CardeaHTTPRouting
import Foundation

/// ID tokens of the issuer that the discovery document of a stand-in names.
extension StandIn {
    /// An ID token that is right, but for some claims.
    package func idToken(
        for client: String,
        _ claims: [String: JSONValue?],
        key: String? = nil
    ) throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        let right: JSONValue = [
            "iss": .string(url), "sub": "1", "aud": .string(client), "iat": .integer(now),
            "exp": .integer(now + 3600),
        ]
        return try sign(right.with(claims), key: key)
    }

    /// The `at_hash` of an access token, in an ID token that is signed with SHA-256 (OpenID Connect Core §3.1.3.6).
    package static func hash(of accessToken: String) -> String {
        Base64URL.encode(Array(SHA256.hash(accessToken.utf8).prefix(16)))
    }

    /// ID tokens with right claims, without a signature or with one that anybody can make.
    package func forgedTokens(for client: String) throws -> [String] {
        let parts = try idToken(for: client, [:]).split(separator: ".")
        let key = try publicKey("first").pem
        func token(_ head: String, _ signature: (String) -> String) -> String {
            let text = "\(Base64URL.encode(Array(head.utf8))).\(parts[1])"
            return "\(text).\(signature(text))"
        }
        func code(_ text: String, _ secret: String) -> String {
            Base64URL.encode(HMACKey(Array(secret.utf8)).authenticate(Array(text.utf8)))
        }
        return [
            token(#"{"alg":"none","kid":"first"}"#) { _ in "" }, token(#"{"alg":"none"}"#) { _ in "AA" },
            token(#"{"alg":"HS256","kid":"first","typ":"JWT"}"#) { code($0, key) },
            token(#"{"alg":"HS256","typ":"JWT"}"#) { code($0, "") },
            token(#"{"alg":"RS256","kid":"first"}"#) { _ in String(parts[2].reversed()) },
        ]
    }

    /// Exchanges each code for an ID token: the code is a form, and lists the claims.
    package func exchangeClaims(for client: String) {
        on("/token") { [self] request in
            let items = FormCoding.decode((request.formItems["code"] ?? "").utf8) ?? []
            let claims = Dictionary(items.map { ($0.name, JSONValue?.some(.string($0.value))) }) { $1 }
            guard let token = try? idToken(for: client, claims) else { return Response(status: 500) }
            let response: JSONValue = [
                "access_token": "access", "token_type": "Bearer", "id_token": .string(token),
            ]
            return .json(response.text)
        }
    }
}
