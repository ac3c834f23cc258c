package import CardeaEncodings
package import CardeaHTTPMessages
import CardeaHTTPRouting

extension APIServer {
    /// Sends JSON to an operation, by an app with `demo`'s API key.
    package func call(
        _ operation: String,
        _ body: JSONValue,
        key: String? = "demo-key",
        fields: HeaderFields = [:],
        from address: String = "192.0.2.1"
    ) async -> APIResponse {
        await post("/v1/accounts:\(operation)", body, key: key, fields: fields, from: address)
    }

    /// Sends JSON to a path.
    package func post(
        _ path: String,
        _ body: JSONValue,
        key: String? = nil,
        fields: HeaderFields = [:],
        from address: String = "192.0.2.1"
    ) async -> APIResponse {
        var fields = fields
        fields[.contentType] = "application/json"
        return await send(
            Request(
                .post,
                path,
                query: key.map { "key=\($0)" },
                fields: fields,
                body: body.text,
                remoteAddress: address
            )
        )
    }

    /// Sends JSON to a path with the administrator's credential.
    package func administer(_ path: String, _ body: JSONValue) async -> APIResponse {
        await post(path, body, fields: [.authorization: "Bearer \(administratorToken)"])
    }

    package func get(_ path: String, query: String? = nil, fields: HeaderFields = [:]) async -> APIResponse {
        await send(Request(.get, path, query: query, fields: fields))
    }

    /// Sends a form to a path.
    package func form(
        _ path: String,
        _ pairs: [(String, String)],
        key: String? = nil,
        fields: HeaderFields = [:]
    ) async -> APIResponse {
        var fields = fields
        fields[.contentType] = "application/x-www-form-urlencoded"
        let body = FormCoding.encode(pairs.map { (name: $0.0, value: $0.1) })
        return await send(
            Request(.post, path, query: key.map { "key=\($0)" }, fields: fields, body: Array(body.utf8))
        )
    }

    /// Exchanges a refresh token at `/v1/token`.
    package func refresh(_ token: String, fields: HeaderFields = [:]) async -> APIResponse {
        let pairs = [("grant_type", "refresh_token"), ("refresh_token", token)]
        return await form("/v1/token", pairs, key: "demo-key", fields: fields)
    }

    /// Signs in with a provider by an ID token of the stand-ins, or of an emulator.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - claims: The claims of the token.
    ///   - fields: Further fields of the request.
    ///   - address: Where the request comes from.
    /// - Returns: The response.
    package func signIn(
        with provider: String,
        _ claims: JSONValue,
        _ fields: [String: JSONValue] = [:],
        from address: String = "192.0.2.1"
    ) async -> APIResponse {
        let token = String(decoding: claims.text, as: UTF8.self)
        let form = FormCoding.encode([("id_token", token), ("providerId", provider)])
        let body: [String: JSONValue] = [
            "requestUri": "http://localhost", "postBody": .string(form), "returnSecureToken": true,
            "returnIdpCredential": true,
        ]
        return await call("signInWithIdp", .object(body.merging(fields) { $1 }), from: address)
    }

    /// Signs a user up and returns the response with the tokens.
    package func signUp(
        _ email: String = "ada@example.com",
        password: String = "correct horse"
    ) async -> APIResponse {
        await call(
            "signUp",
            ["email": .string(email), "password": .string(password), "returnSecureToken": true]
        )
    }
}

extension JSONValue {
    /// The value as JSON text.
    package var text: [UInt8] {
        var json = JSONText()
        json.value(self)
        return json.bytes
    }
}
