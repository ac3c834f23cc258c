import CardeaEncodings
import CardeaSecrets

/// The part of a redirect that is stored encrypted.
struct RedirectSecrets: Redacted, Equatable {
    /// The address of the provider's page.
    let authorizationURL: String
    let nonce: String
    let codeVerifier: String
    /// The issuers that the response may name.
    let issuers: [String]
    let requiresIssuer: Bool
    /// The code of the provider.
    var code: String?
    /// The parameter `user` of the response.
    var user: String?
    /// The error of the provider.
    var error: String?

    init(_ url: AuthorizationURL, nonce: String, codeVerifier: String) {
        authorizationURL = url.text
        self.nonce = nonce
        self.codeVerifier = codeVerifier
        issuers = url.issuers
        requiresIssuer = url.requiresIssuer
    }

    /// - Returns: `nil` if the text is not that of redirect secrets.
    init?(_ json: [UInt8]) {
        guard let value = JSONValue(parsing: json), let url = value["url"]?.string,
            let nonce = value["nonce"]?.string, let verifier = value["verifier"]?.string
        else { return nil }
        authorizationURL = url
        self.nonce = nonce
        codeVerifier = verifier
        issuers = value["issuers"]?.array?.compactMap(\.string) ?? []
        requiresIssuer = value["requiresIssuer"]?.boolean ?? false
        code = value["code"]?.string
        user = value["user"]?.string
        error = value["error"]?.string
    }

    var json: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("url", authorizationURL)
            json.member("nonce", nonce)
            json.member("verifier", codeVerifier)
            json.name("issuers")
            json.array { json in for issuer in issuers { json.string(issuer) } }
            json.member("requiresIssuer", requiresIssuer)
            if let code { json.member("code", code) }
            if let user { json.member("user", user) }
            if let error { json.member("error", error) }
        }
        return json.bytes
    }
}
