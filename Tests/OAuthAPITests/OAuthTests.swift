import APITestSupport
import Encodings
import HTTPMessages
import HTTPRouting
import IdentityDomain
import IdentityService
import Testing

@Suite struct TokenEndpointTests {
    @Test(arguments: ["demo-key", "demo"])
    func `K2 K14: a refresh token is exchanged by RFC 6749`(_ clientID: String) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let answer = await server.exchange(user.string("refreshToken"), clientID: clientID)
        let expected: JSONValue = [
            "access_token": answer["access_token"] ?? .null,
            "token_type": "Bearer",
            "expires_in": 3600,
            "refresh_token": answer["refresh_token"] ?? .null,
        ]
        #expect(answer.status == 200)
        #expect(answer.json == expected)
        #expect(answer.fields[.cacheControl] == "no-store")
        #expect(answer.string("refresh_token") != user.string("refreshToken"))
        let lookup = await server.call("lookup", ["idToken": answer["access_token"] ?? .null])
        #expect(lookup["users"]?.array?.first?["localId"] == user["localId"])
    }

    @Test(
        arguments: [
            ([("refresh_token", "x"), ("client_id", "demo")], 400, "invalid_request"),
            ([("grant_type", "refresh_token"), ("client_id", "demo")], 400, "invalid_request"),
            ([("grant_type", "refresh_token"), ("refresh_token", "x")], 400, "invalid_request"),
            (
                [("grant_type", "refresh_token"), ("refresh_token", ""), ("client_id", "demo")], 400,
                "invalid_request"
            ),
            ([("grant_type", "password"), ("client_id", "demo")], 400, "unsupported_grant_type"),
            (
                [("grant_type", "refresh_token"), ("refresh_token", "x"), ("client_id", "?")], 401,
                "invalid_client"
            ),
            (
                [("grant_type", "refresh_token"), ("refresh_token", "x"), ("client_id", "demo")], 400,
                "invalid_grant"
            ),
            (
                [
                    ("grant_type", "refresh_token"), ("refresh_token", "x"), ("client_id", "demo"),
                    ("scope", "all"),
                ],
                400, "invalid_scope"
            ),
            (
                [("grant_type", "refresh_token"), ("grant_type", "refresh_token"), ("client_id", "demo")],
                400, "invalid_request"
            ),
        ] as [([(String, String)], Int, String)]
    )
    func `a request that cannot be answered is refused by RFC 6749`(
        _ form: [(String, String)],
        _ status: Int,
        _ code: String
    ) async throws {
        let answer = try await APIServer().form("/oauth2/token", form)
        #expect(answer.status == status)
        #expect(answer["error"]?.string == code)
        #expect(answer.fields[.cacheControl] == "no-store")
        #expect((answer.fields[.wwwAuthenticate] != nil) == (status == 401))
    }

    @Test func `a body that is no form is refused`() async throws {
        let answer = try await APIServer().post("/oauth2/token", ["grant_type": "refresh_token"])
        #expect(answer["error"] == "invalid_request")
    }

    @Test func `security row 19: a neighbour's refresh token is no token here`() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let foreign = await server.exchange(user.string("refreshToken"), clientID: "other")
        #expect(foreign["error"] == "invalid_grant")
        #expect(await server.exchange(user.string("refreshToken")).status == 200)
    }

    @Test func `security row 17: a disabled user's refresh token is refused`() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        await server.disable(user)
        #expect(await server.exchange(user.string("refreshToken"))["error"] == "invalid_grant")
    }
}

@Suite struct RevocationEndpointTests {
    @Test(arguments: ["refreshToken", "idToken"], [nil, "refresh_token", "access_token", "nonsense"])
    func `RFC 7009: either token of a session ends it, whatever the hint`(
        _ token: String,
        _ hint: String?
    ) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        var form = [("token", user.string(token)), ("client_id", "demo-key")]
        if let hint { form.append(("token_type_hint", hint)) }
        let answer = await server.form("/oauth2/revoke", form)
        #expect(answer.status == 200)
        #expect(answer.text.isEmpty)
        #expect(await server.exchange(user.string("refreshToken"))["error"] == "invalid_grant")
        #expect(await server.refresh(user.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        #expect(
            await server.call("lookup", ["idToken": user["idToken"] ?? .null]).errorMessage == "TOKEN_EXPIRED"
        )
    }

    @Test func `RFC 7009: an unknown token is no error, a missing one is`() async throws {
        let server = try await APIServer()
        #expect(
            await server.form("/oauth2/revoke", [("token", "junk"), ("client_id", "demo")]).status == 200
        )
        #expect(await server.form("/oauth2/revoke", [("client_id", "demo")])["error"] == "invalid_request")
        #expect(await server.form("/oauth2/revoke", [("token", "junk")])["error"] == "invalid_request")
    }

    @Test func `security row 19: a neighbour cannot end a session`() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        for token in ["refreshToken", "idToken"] {
            let answer = await server.form(
                "/oauth2/revoke",
                [("token", user.string(token)), ("client_id", "other")]
            )
            #expect(answer.status == 200)
        }
        #expect(await server.exchange(user.string("refreshToken")).status == 200)
    }
}

@Suite struct IntrospectionEndpointTests {
    @Test func `RFC 7662: an access token is active until its session ends`() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let answer = await server.introspect(user.string("idToken"))
        let now = server.clock.now().seconds
        let expected: JSONValue = [
            "active": true,
            "token_type": "Bearer",
            "iss": "https://id.example/demo",
            "aud": "demo",
            "client_id": "demo",
            "sub": user["localId"] ?? .null,
            "username": "ada@example.com",
            "iat": .integer(now),
            "exp": .integer(now + 3600),
            "auth_time": .integer(now),
        ]
        #expect(answer.json == expected)
        await server.disable(user)
        #expect(await server.introspect(user.string("idToken")).json == ["active": false])
        #expect(await server.introspect(user.string("refreshToken")).json == ["active": false])
    }

    @Test func `RFC 7662: a refresh token is told without being used`() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let answer = await server.introspect(user.string("refreshToken"))
        #expect(answer["active"] == true)
        #expect(answer["token_type"] == nil)
        #expect(answer["sub"] == user["localId"])
        #expect(await server.exchange(user.string("refreshToken")).status == 200)
    }

    @Test(arguments: ["junk", "a.b.c", ""])
    func `what is no token is inactive, and nothing at all an error`(_ token: String) async throws {
        let answer = try await APIServer().introspect(token)
        if token.isEmpty {
            #expect(answer["error"] == "invalid_request")
        } else {
            #expect(answer.json == ["active": false])
        }
    }

    @Test func `K2: an expired access token is inactive`() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        server.clock.advance(by: .hours(1))
        #expect(await server.introspect(user.string("idToken")).json == ["active": false])
    }

    @Test(arguments: [nil, "Bearer junk", "Basic ZGVtbzpkZW1v"])
    func `only administrators may ask`(_ authorization: String?) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let answer = await server.introspect(user.string("idToken"), authorization: authorization)
        #expect(answer.status == 401)
        #expect(answer["error"] == "invalid_token")
    }

    @Test func `security row 19: an administrator of one project learns nothing of another's`() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let token = try await server.projects.createAdministratorToken(
            name: "neighbour",
            project: ProjectID(rawValue: "other")
        )
        let asked = await server.introspect(user.string("idToken"), authorization: "Bearer \(token)")
        #expect(asked.status == 403)
        let own = await server.introspect(
            user.string("idToken"),
            clientID: nil,
            authorization: "Bearer \(token)"
        )
        #expect(own.json == ["active": false])
    }
}

extension APIServer {
    fileprivate func exchange(_ refreshToken: String, clientID: String = "demo-key") async -> Answer {
        await form(
            "/oauth2/token",
            [("grant_type", "refresh_token"), ("refresh_token", refreshToken), ("client_id", clientID)]
        )
    }

    fileprivate func introspect(_ token: String) async -> Answer {
        await introspect(token, authorization: "Bearer \(administratorToken)")
    }

    fileprivate func introspect(
        _ token: String,
        clientID: String? = "demo",
        authorization: String?
    ) async -> Answer {
        var fields = HTTPFields()
        fields[.authorization] = authorization
        let pairs = [("token", token)] + (clientID.map { [("client_id", $0)] } ?? [])
        return await form("/oauth2/introspect", pairs, fields: fields)
    }

    fileprivate func disable(_ user: Answer) async {
        _ = await administer(
            "/v1/projects/demo/accounts:update",
            ["localId": user["localId"] ?? .null, "disableUser": true]
        )
    }
}
