import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE

/// The way in which the server authenticates itself at an endpoint of a provider.
struct ClientCredentials: Sendable {
    private static let lifetime = TimeSpan.minutes(5)

    let provider: ResolvedProvider
    let now: Timestamp
    /// The client that the server speaks for.
    let client: String

    /// - Parameters:
    ///   - provider: The provider.
    ///   - now: The moment.
    ///   - client: The client that the server speaks for; `nil` for that of the configuration.
    init(provider: ResolvedProvider, now: Timestamp, client: String? = nil) {
        self.provider = provider
        self.now = now
        self.client = client ?? provider.configuration.clientID
    }

    /// The parameters of the form, and the header fields.
    ///
    /// - Throws: `.unavailable` if the client has no secret, or a key that cannot be used.
    func parts() throws(ProviderError) -> (
        form: [(name: String, value: String)], fields: [(name: String, value: String)]
    ) {
        let names = provider.definition.clientParameterNames
        switch provider.clientAuthentication {
        case .basic where provider.active.secret != nil:
            return ([], [(name: "Authorization", value: "Basic \(try basic())")])
        case .basic, .post, .discovered:
            // A client without a secret is public: PKCE protects it.
            let secret = provider.active.secret.map { [(name: names.secret, value: $0)] } ?? []
            return ([(name: names.id, value: client)] + secret, [])
        case .signedSecret(let audience):
            return (
                [
                    (name: names.id, value: client),
                    (name: names.secret, value: try signedSecret(audience)),
                ], []
            )
        }
    }

    /// The value of HTTP Basic: both parts are encoded as in a form (RFC 6749 §2.3.1).
    func basic() throws(ProviderError) -> String {
        guard let secret = provider.active.secret else { throw .unavailable("the client has no secret") }
        let pair = "\(PercentEncoding.encode(client)):\(PercentEncoding.encode(secret))"
        return Base64.encode(Array(pair.utf8))
    }

    /// A JWT that stands in place of a secret: Sign in with Apple.
    private func signedSecret(_ audience: String) throws(ProviderError) -> String {
        let configuration = provider.configuration
        guard let team = configuration.teamID, let keyID = configuration.keyID,
            let pem = provider.active.secret
        else { throw .unavailable("the client needs a team ID, a key ID and a private key") }
        guard let key = ClientKey(pem: pem)?.key else {
            throw .unavailable("the client's private key is not \(ClientKey.form)")
        }
        var claims = JSONText()
        claims.object { json in
            json.member("iss", team)
            json.member("iat", now.seconds)
            json.member("exp", (now + Self.lifetime).seconds)
            json.member("aud", audience)
            json.member("sub", client)
        }
        guard let token = try? TokenSigner(key: key, keyID: keyID).sign(claims.bytes) else {
            throw .unavailable("the client's secret was not signed")
        }
        return String(decoding: token, as: UTF8.self)
    }
}

extension ProviderDefinition {
    /// The names of the client's ID and secret.
    var clientParameterNames: (id: String, secret: String) {
        for case .clientParameters(let id, let secret) in quirks { return (id, secret) }
        return ("client_id", "client_secret")
    }

    var scopeSeparator: String {
        for case .scopeSeparator(let separator) in quirks { return separator }
        return " "
    }
}
