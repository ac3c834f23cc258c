import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages

extension APIServer {
    func exchange(_ refreshToken: String, clientID: String = "demo-key") async -> APIResponse {
        await form(
            "/oauth2/token",
            [("grant_type", "refresh_token"), ("refresh_token", refreshToken), ("client_id", clientID)]
        )
    }

    func introspect(_ token: String) async -> APIResponse {
        await introspect(token, authorization: "Bearer \(administratorToken)")
    }

    func introspect(
        _ token: String,
        clientID: String? = "demo",
        authorization: String?
    ) async -> APIResponse {
        var fields = HeaderFields()
        fields[.authorization] = authorization
        let pairs = [("token", token)] + (clientID.map { [("client_id", $0)] } ?? [])
        return await form("/oauth2/introspect", pairs, fields: fields)
    }

    func disable(_ user: APIResponse) async {
        _ = await administer(
            "/v1/projects/demo/accounts:update",
            ["localId": user["localId"] ?? .null, "disableUser": true]
        )
    }
}
