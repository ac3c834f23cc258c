import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService

/// The profile of a person, by an access token.
struct UserInfo: Sendable {
    let provider: ResolvedProvider
    let http: ProviderHTTP
    let now: Timestamp

    /// Gets the profile.
    ///
    /// - Parameters:
    ///   - token: The access token.
    ///   - response: The response that it came in, which some providers need.
    /// - Returns: The profile: a JSON object.
    /// - Throws: `.invalidCredential` if the provider rejects the token; `.unavailable`.
    func profile(
        for token: String,
        response: JSONValue? = nil
    ) async throws(ProviderError) -> JSONValue {
        guard let endpoint = provider.endpoints.userInfo else {
            throw .unsupported("The provider has no profile for access tokens.")
        }
        var (url, bearer) = (endpoint, Optional(token))
        for case .userInfoByParameters(let member) in provider.definition.quirks {
            guard let value = response.flatMap({ JSONPath(member).text(in: $0) }) else {
                throw .unsupported("An access token alone does not suffice for this provider.")
            }
            url +=
                "?" + FormCoding.encode([(name: "access_token", value: token), (name: member, value: value)])
            bearer = nil
        }
        url = provider.provingToken(token, in: url)
        let (status, json) = try await http.send(
            "GET",
            url,
            fields: bearer.map { [(name: "Authorization", value: "Bearer \($0)")] } ?? [],
            of: provider.definition
        )
        let host = ProviderHTTP.host(of: url)
        // Facebook rejects tokens with status 400.
        if [400, 401, 403].contains(status) {
            throw .invalidCredential("The provider has rejected the access token.")
        }
        guard status == 200 else { throw .unavailable("\(host): status \(status)") }
        guard let json, json.object != nil else { throw .unavailable("\(host): the response is not JSON") }
        if let failure = provider.definition.failure(in: json) {
            throw .invalidCredential(
                "The provider has rejected the access token: \(ProviderHTTP.cleaned(failure))"
            )
        }
        return json
    }

    /// Checks that a token has the form of a bearer token (RFC 6750 §2.1).
    static func checkForm(of token: String) throws(ProviderError) {
        let text = token.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
        let isBearer = text.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122: true
            default: "-._~+/".utf8.contains(byte)
            }
        }
        guard isBearer, !text.isEmpty else { throw .invalidCredential("The access token is malformed.") }
    }

    /// The address that the provider has verified, of those in a list; `nil` if there is no such address, or no list.
    func verifiedEmail(for token: String) async throws(ProviderError) -> String? {
        for case .emailList(let url) in provider.definition.quirks {
            let list = try await http.get(url, token: token, of: provider.definition).array ?? []
            let verified = list.filter { JSONPath("verified").flag(in: $0) }
            let primary = verified.first { JSONPath("primary").flag(in: $0) }
            return (primary ?? verified.first).flatMap { JSONPath("email").text(in: $0) }
        }
        return nil
    }

    /// Checks that an access token that a client has got itself was issued to the project's client.
    ///
    /// - Throws: `.unsupported` if the provider does not tell.
    func checkAudience(of token: String) async throws(ProviderError) {
        let name = provider.definition.name
        guard
            case .checked(let pattern, let method, let audience, let validity) =
                provider.definition.accessTokens
        else {
            throw .unsupported(
                "\(name) does not tell whom an access token was issued to. Send an ID token or use the redirect flow."
            )
        }
        let client = provider.configuration.clientID
        let url =
            pattern
            .replacing("{token}", with: PercentEncoding.encode(token))
            .replacing("{client}", with: PercentEncoding.encode(client))
            .replacing("{secret}", with: PercentEncoding.encode(provider.active.secret ?? ""))
        let (status, json) = try await send(method, url, token)
        guard status == 200, let json, validity.map({ JSONPath($0).flag(in: json) }) ?? true else {
            throw .invalidCredential("The provider has rejected the access token.")
        }
        guard let found = JSONPath(audience).text(in: json), provider.active.audiences.contains(found.exact)
        else {
            throw .invalidCredential("The access token was issued to another client.")
        }
    }

    private func send(
        _ method: AccessTokenRule.CheckMethod,
        _ url: String,
        _ token: String
    ) async throws(ProviderError) -> (status: Int, json: JSONValue?) {
        let credentials = ClientCredentials(provider: provider, now: now)
        let definition = provider.definition
        switch method {
        case .get: return try await http.send("GET", url, of: definition)
        case .introspection:
            var (form, fields) = try credentials.parts()
            form.append((name: "token", value: token))
            fields.append((name: "Content-Type", value: "application/x-www-form-urlencoded"))
            let body = Array(FormCoding.encode(form).utf8)
            return try await http.send("POST", url, fields: fields, body: body, of: definition)
        case .basicJSON:
            var body = JSONText()
            body.object { $0.member("access_token", token) }
            let fields = [
                (name: "Authorization", value: "Basic \(try credentials.basic())"),
                (name: "Content-Type", value: "application/json"),
            ]
            return try await http.send("POST", url, fields: fields, body: body.bytes, of: definition)
        }
    }
}

extension ResolvedProvider {
    /// A URL with the proof that the client has an access token from the provider, if the provider wants one.
    func provingToken(_ token: String, in url: String) -> String {
        for case .tokenProof(let name) in definition.quirks {
            guard let secret = active.secret else { break }
            let code = HMACKey(Array(secret.utf8)).authenticate(Array(token.utf8))
            let proof = (name: name, value: Hexadecimal.encode(code))
            return url + (url.contains("?") ? "&" : "?") + FormCoding.encode([proof])
        }
        return url
    }
}
