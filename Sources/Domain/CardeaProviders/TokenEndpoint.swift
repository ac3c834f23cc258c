import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOutboundHTTP

/// The response of a token endpoint to a code (RFC 6749 §5.1).
struct TokenResponse: Sendable {
    let accessToken: String?
    let refreshToken: String?
    let idToken: String?
    let lifetime: TimeSpan?
    /// The client that the tokens were issued to; `nil` for that of the configuration.
    let client: String?
    /// The whole response: some providers put the person's ID beside the tokens.
    let json: JSONValue

    init(_ json: JSONValue, client: String?) {
        self.client = client
        self.json = json
        accessToken = json["access_token"]?.string
        refreshToken = json["refresh_token"]?.string
        idToken = json["id_token"]?.string
        let seconds = json["expires_in"].flatMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
        lifetime = seconds.map(TimeSpan.seconds)
    }

    var tokens: ProviderTokens {
        ProviderTokens(
            accessToken: accessToken,
            refreshToken: refreshToken,
            idToken: idToken,
            lifetime: lifetime,
            clientID: client
        )
    }
}

/// The endpoints that know the client: they exchange codes and revoke tokens.
struct TokenEndpoint: Sendable {
    let provider: ResolvedProvider
    let http: ProviderHTTP
    let now: Timestamp
    /// The client that the server speaks for; `nil` for that of the configuration.
    var client: String?

    var credentials: ClientCredentials {
        ClientCredentials(provider: provider, now: now, client: client)
    }

    /// Exchanges a code (RFC 6749 §4.1.3).
    ///
    /// - Throws: `.invalidCredential` if the provider rejects the code; `.unavailable` for everything else.
    func exchange(
        code: String,
        redirectURL: String?,
        codeVerifier: String? = nil,
        state: String? = nil
    ) async throws(ProviderError) -> TokenResponse {
        guard let url = provider.endpoints.token else {
            throw .unsupported("The provider exchanges no codes.")
        }
        let quirks = provider.definition.quirks
        var (form, fields) = try credentials.parts()
        form += [(name: "grant_type", value: "authorization_code"), (name: "code", value: code)]
        if let redirectURL { form.append((name: "redirect_uri", value: redirectURL)) }
        if let codeVerifier, !quirks.contains(.noPKCE) {
            form.append((name: "code_verifier", value: codeVerifier))
        }
        if let state, quirks.contains(.stateInTokenRequest) { form.append((name: "state", value: state)) }
        let body = FormCoding.encode(form)
        let (status, json): (Int, JSONValue?)
        if quirks.contains(.tokenByGET) {
            (status, json) = try await http.send(
                "GET",
                "\(url)?\(body)",
                fields: fields,
                of: provider.definition
            )
        } else {
            fields.append((name: "Content-Type", value: "application/x-www-form-urlencoded"))
            (status, json) = try await http.send(
                "POST",
                url,
                fields: fields,
                body: Array(body.utf8),
                of: provider.definition
            )
        }
        return TokenResponse(try checked(status, json), client: client)
    }

    private func checked(_ status: Int, _ json: JSONValue?) throws(ProviderError) -> JSONValue {
        let host = ProviderHTTP.host(of: provider.endpoints.token ?? "")
        let error = json?["error"]?.string ?? json.flatMap(provider.definition.failure)
        if let error {
            let code = ProviderHTTP.cleaned(error)
            switch code {
            // The client, not the code, is wrong.
            case "invalid_client", "unauthorized_client", "incorrect_client_credentials",
                "unsupported_grant_type":
                throw .unavailable("the provider does not accept the client: \(code)")
            case _ where ProviderError.isOutage(code): throw .unavailable("\(host): \(code)")
            default:
                throw .invalidCredential("The provider has rejected the code: \(code)")
            }
        }
        guard (400..<500).contains(status) == false else {
            throw .invalidCredential("The provider has rejected the code with status \(status).")
        }
        guard status == 200 else { throw .unavailable("\(host): status \(status)") }
        guard let json, json.object != nil else { throw .unavailable("\(host): the response is not JSON") }
        return json
    }
}

extension ProviderDefinition {
    /// Whether an error response says, in the way of the provider, that the same request may succeed later.
    func isTemporary(_ response: OutboundResponse, _ json: JSONValue?) -> Bool {
        guard response.status >= 400 else { return false }
        for case .limit(response.status, let field, let value) in quirks {
            if let found = response.fields[field.exact], found.exact == (value ?? found).exact { return true }
        }
        for case .temporary(let member, let values) in quirks {
            if let code = json.flatMap({ JSONPath(member).text(in: $0) }), values.contains(exact: code) {
                return true
            }
        }
        return false
    }

    /// The error in a response with status 200; `nil` if it is a success.
    func failure(in json: JSONValue) -> String? {
        for case .success(let member, let expected) in quirks {
            if let value = JSONPath(member).text(in: json), value.exact != expected.exact {
                return "\(member)=\(value)"
            }
        }
        return nil
    }
}
