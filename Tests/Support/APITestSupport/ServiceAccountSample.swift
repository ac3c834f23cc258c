package import CardeaCryptography
package import CardeaEncodings
package import CardeaIdentityDomain
import CardeaSecrets
package import CardeaIdentityService

/// A back end with the private key of a service account.
package struct ServiceAccountSample: Sendable {
    package let account: ServiceAccount
    package let keyID: String
    package let privateKeyPEM: String
    package let key: PrivateKey

    /// Creates a service account.
    package init(
        in accounts: ServiceAccounts,
        project: String = "demo",
        name: String = "back-end"
    ) async throws {
        let id = ServiceAccountID(project: ProjectID(rawValue: project), name: name)
        try self.init(await accounts.create(id, displayName: nil, by: .server))
    }

    package init(_ new: ServiceAccounts.NewKey) throws {
        (account, keyID, privateKeyPEM) = (new.account, new.keyID, new.privateKeyPEM.reveal())
        let lines = privateKeyPEM.split(separator: "\n").dropFirst().dropLast()
        key = try PrivateKey(pkcs8: Base64.decode(lines.joined().utf8) ?? [])
    }

    package var email: String { account.id.email }

    /// The claims of a custom token that is accepted.
    package func customToken(at now: Timestamp, uid: String = "ada", _ more: JSONObject = [:]) -> JSONObject {
        var claims: JSONObject = [
            "iss": .string(email), "sub": .string(email),
            "aud":
                "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
            "iat": .integer(now.seconds), "exp": .integer(now.seconds + 3600), "uid": .string(uid),
        ]
        for (name, value) in more { claims[name] = value == .null ? nil : value }
        return claims
    }

    /// The claims of an assertion that is accepted.
    package func assertion(at now: Timestamp, _ more: JSONObject = [:]) -> JSONObject {
        var claims: JSONObject = [
            "iss": .string(email), "aud": "https://id.example/token", "iat": .integer(now.seconds),
            "exp": .integer(now.seconds + 3600), "scope": "https://www.googleapis.com/auth/identitytoolkit",
        ]
        for (name, value) in more { claims[name] = value == .null ? nil : value }
        return claims
    }

    /// Signs claims under a header, which defaults to the one of Google's SDK for Python.
    package func sign(_ claims: JSONObject, header: JSONObject? = nil) throws -> String {
        let header = header ?? ["alg": "RS256", "kid": .string(keyID), "typ": "JWT"]
        let input = Self.unsigned(claims, header: header)
        return "\(input).\(Base64URL.encode(try key.sign(Array(input.utf8))))"
    }

    /// The first two segments of a token.
    package static func unsigned(_ claims: JSONObject, header: JSONObject) -> String {
        [JSONValue.object(header), .object(claims)].map { Base64URL.encode($0.text) }.joined(separator: ".")
    }
}
