import APITestSupport
import CardeaEncodings
import Foundation
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite struct IntrospectionEndpointTests {
    @Test("RFC 7662: an access token is active until its session ends")
    func rfc7662Access() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let response = await server.introspect(user.string("idToken"))
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
        #expect(response.json == expected)
        await server.disable(user)
        #expect(await server.introspect(user.string("idToken")).json == ["active": false])
        #expect(await server.introspect(user.string("refreshToken")).json == ["active": false])
    }

    @Test("introspection of a refresh token does not use it (RFC 7662)")
    func rfc7662Refresh() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let response = await server.introspect(user.string("refreshToken"))
        #expect(response["active"] == true)
        #expect(response["token_type"] == nil)
        #expect(response["sub"] == user["localId"])
        #expect(await server.exchange(user.string("refreshToken")).status == 200)
    }

    @Test(
        "a text that is not a token is inactive, and a missing token is an error",
        arguments: ["junk", "a.b.c", ""]
    )
    func tokenInactiveNothing(_ token: String) async throws {
        let response = try await APIServer().introspect(token)
        if token.isEmpty {
            #expect(response["error"] == "invalid_request")
        } else {
            #expect(response.json == ["active": false])
        }
    }

    @Test("an expired access token is inactive (K2)")
    func expiredAccessToken() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        server.clock.advance(by: .hours(1))
        #expect(await server.introspect(user.string("idToken")).json == ["active": false])
    }

    @Test(
        "only administrators may ask",
        arguments: [
            (nil, "invalid_token", "Bearer"), ("Bearer junk", "invalid_token", "Bearer"),
            ("Basic ZGVtbzo=", "invalid_token", "Bearer"), ("Basic ZGVtbzpkZW1v", "invalid_client", "Basic"),
            ("Basic ?", "invalid_client", "Basic"), ("Basic", "invalid_client", "Basic"),
        ] as [(String?, String, String)]
    )
    func onlyAdministratorsMay(
        _ authorization: String?,
        _ code: String,
        _ challenge: String
    ) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let response = await server.introspect(user.string("idToken"), authorization: authorization)
        #expect(response.status == 401)
        #expect(response["error"]?.string == code)
        #expect(response.fields[.wwwAuthenticate]?.hasPrefix(challenge) == true)
    }

    @Test("a back end may show its credential as its client's secret", arguments: [nil, "demo", "demo-key"])
    func backEndMay(_ clientID: String?) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let pair = "\(clientID ?? "demo"):\(server.administratorToken)"
        let basic = "Basic \(Data(pair.utf8).base64EncodedString())"
        let stated = clientID == "demo-key" ? nil : clientID
        let asked = await server.introspect(user.string("idToken"), clientID: stated, authorization: basic)
        #expect(asked["active"] == true)
        let form = [
            ("token", user.string("idToken")), ("client_id", "demo"),
            ("client_secret", server.administratorToken),
        ]
        #expect(await server.form("/oauth2/introspect", form)["active"] == true)
        let other = await server.introspect(
            user.string("idToken"),
            clientID: "other",
            authorization: basic
        )
        #expect(other["error"] == "invalid_request")
    }

    @Test("an administrator of one project learns nothing of another's (security 19)")
    func administratorOneProject() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let token = try await server.projects.createAdministratorToken(
            name: "neighbour",
            project: ProjectID(rawValue: "other"),
            by: .server
        ).reveal()
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
