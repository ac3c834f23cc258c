import APITestSupport
import CardeaEncodings
import Testing

@Suite struct RevocationEndpointTests {
    @Test(
        "RFC 7009: either token of a session ends it, with any hint",
        arguments: ["refreshToken", "idToken"],
        [nil, "refresh_token", "access_token", "nonsense"]
    )
    func rfc7009Either(
        _ token: String,
        _ hint: String?
    ) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        var form = [("token", user.string(token)), ("client_id", "demo-key")]
        if let hint { form.append(("token_type_hint", hint)) }
        let response = await server.form("/oauth2/revoke", form)
        #expect(response.status == 200)
        #expect(response.text.isEmpty)
        #expect(await server.exchange(user.string("refreshToken"))["error"] == "invalid_grant")
        #expect(await server.refresh(user.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        #expect(
            await server.call("lookup", ["idToken": user["idToken"] ?? .null]).errorMessage == "TOKEN_EXPIRED"
        )
    }

    @Test("RFC 7009: an unknown token is accepted, a missing one is an error")
    func rfc7009Unknown() async throws {
        let server = try await APIServer()
        #expect(
            await server.form("/oauth2/revoke", [("token", "junk"), ("client_id", "demo")]).status == 200
        )
        #expect(await server.form("/oauth2/revoke", [("client_id", "demo")])["error"] == "invalid_request")
        #expect(await server.form("/oauth2/revoke", [("token", "junk")])["error"] == "invalid_request")
    }

    @Test("a neighbour cannot end a session (security 19)")
    func neighbourCannotEnd() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        for token in ["refreshToken", "idToken"] {
            let response = await server.form(
                "/oauth2/revoke",
                [("token", user.string(token)), ("client_id", "other")]
            )
            #expect(response.status == 200)
        }
        #expect(await server.exchange(user.string("refreshToken")).status == 200)
    }
}
