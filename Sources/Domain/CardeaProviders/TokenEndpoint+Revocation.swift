import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService

extension TokenEndpoint {
    /// Revokes the tokens of a response: the refresh token if the provider can revoke it, and the access token otherwise.
    func revoke(_ response: TokenResponse) async throws(ProviderError) {
        if let text = response.refreshToken, provider.definition.revocation == .standard {
            try await revoke(text, hint: "refresh_token")
        } else if let text = response.accessToken {
            try await revoke(text, hint: "access_token")
        }
    }

    /// Revokes a token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - hint: The kind of token: `access_token` or `refresh_token` (RFC 7009 §2.1).
    /// - Throws: `.unsupported` if the provider revokes no such tokens; `.invalidCredential` if it does not know the token.
    func revoke(_ token: String, hint: String) async throws(ProviderError) {
        switch (provider.definition.revocation, hint) {
        case (.standard, _):
            try await revoke([(name: "token", value: token), (name: "token_type_hint", value: hint)])
        case (.accessTokens(let parameter), "access_token"):
            try await revoke([(name: parameter, value: token)])
        case (.request(let request), "access_token"): try await send(request, token)
        case (.none, _), (.accessTokens, _), (.request, _): throw unsupported
        }
    }

    private var unsupported: ProviderError {
        .unsupported("\(provider.definition.name) revokes no such tokens.")
    }

    /// Sends the request of RFC 7009.
    private func revoke(_ items: [(name: String, value: String)]) async throws(ProviderError) {
        guard let url = provider.endpoints.revocation else { throw unsupported }
        var (form, fields) = try credentials.parts()
        form += items
        fields.append((name: "Content-Type", value: "application/x-www-form-urlencoded"))
        let body = Array(FormCoding.encode(form).utf8)
        let (status, _) = try await http.send(
            "POST",
            url,
            fields: fields,
            body: body,
            of: provider.definition
        )
        guard (200..<300).contains(status) else {
            throw .unavailable("\(ProviderHTTP.host(of: url)): status \(status)")
        }
    }

    /// Sends a request of the provider's own.
    private func send(_ request: RevocationRequest, _ token: String) async throws(ProviderError) {
        let credentials = credentials
        var form = request.parameters.map { (name: $0.key, value: $0.value) }
        var fields: [(name: String, value: String)] = []
        var body: [UInt8] = []
        switch request.client {
        case .absent: break
        case .basic: fields.append((name: "Authorization", value: "Basic \(try credentials.basic())"))
        case .form: form += try credentials.parts().form
        }
        switch request.token {
        case .bearer: fields.append((name: "Authorization", value: "Bearer \(token)"))
        case .form(let name): form.append((name: name, value: token))
        case .json(let name):
            var json = JSONText()
            json.object([name: .string(token)] as JSONObject)
            body = json.bytes
            fields.append((name: "Content-Type", value: "application/json"))
        }
        if !form.isEmpty {
            body = Array(FormCoding.encode(form).utf8)
            fields.append((name: "Content-Type", value: "application/x-www-form-urlencoded"))
        }
        let pattern = request.url.replacing("{client}", with: PercentEncoding.encode(credentials.client))
        let url = provider.provingToken(token, in: pattern)
        let (status, json) = try await http.send(
            request.method.rawValue,
            url,
            fields: fields,
            body: body,
            of: provider.definition
        )
        let isOfClient = status == 401 && request.client != .absent
        if (400..<500).contains(status), !isOfClient {
            throw .invalidCredential("The provider does not know the token (status \(status)).")
        }
        guard (200..<300).contains(status) else {
            throw .unavailable("\(ProviderHTTP.host(of: url)): status \(status)")
        }
        if let error = json?["error"]?.string {
            throw .invalidCredential("The provider has not revoked the token: \(ProviderHTTP.cleaned(error))")
        }
    }
}
