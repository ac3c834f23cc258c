import APITestSupport
import CardeaEncodings
import Foundation
import CardeaHTTPMessages
import CardeaHTTPRouting
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
            "amr": ["pwd"],
            "acr": "aal1",
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
        "a request without a secret of a back end or an administrator's credential returns 401",
        arguments: [
            (nil, "invalid_token", "Bearer"), ("Bearer junk", "invalid_token", "Bearer"),
            ("Basic ZGVtbzo=", "invalid_token", "Bearer"), ("Basic ZGVtbzpkZW1v", "invalid_client", "Basic"),
            ("Basic ?", "invalid_client", "Basic"), ("Basic", "invalid_client", "Basic"),
        ] as [(String?, String, String)]
    )
    func unauthenticated(
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

    @Test(
        "an administrator's credential is accepted as a client's secret",
        arguments: [nil, "demo", "demo-key"]
    )
    func administratorAsClient(_ clientID: String?) async throws {
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

    @Test(
        "a back end introspects tokens of its project by its secret (RFC 7662 §2.1)",
        arguments: [true, false]
    )
    func backEnd(_ isBasic: Bool) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let (id, secret) = try await server.backEnd(in: "demo")
        for token in ["idToken", "refreshToken"] {
            let response = await server.introspect(user.string(token), id, secret, isBasic: isBasic)
            #expect(response["active"] == true)
            #expect(response["sub"] == user["localId"])
            #expect(response.record.administration == nil)
        }
        let wrong = await server.introspect(user.string("idToken"), id, "cds_wrong", isBasic: isBasic)
        #expect(wrong.status == 401 && wrong["error"] == "invalid_client")
        #expect(wrong.fields[.wwwAuthenticate]?.hasPrefix("Basic") == true)
        let app = try #require(server.projects.app(AppID(rawValue: id)))
        _ = try await server.projects.replaceSecret(of: app, by: .server)
        #expect(await server.introspect(user.string("idToken"), id, secret, isBasic: isBasic).status == 401)
    }

    @Test("a token of another project is inactive for a back end (security 19)")
    func backEndOfAnotherProject() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let (id, secret) = try await server.backEnd(in: "other")
        for token in ["idToken", "refreshToken"] {
            #expect(await server.introspect(user.string(token), id, secret).json == ["active": false])
        }
        // The secret is that of one client.
        let (neighbour, _) = try await server.backEnd(in: "demo")
        #expect(await server.introspect(user.string("idToken"), neighbour, secret).status == 401)
        #expect(await server.introspect(user.string("idToken"), "demo", secret).status == 401)
    }

    @Test("an app without a secret returns 401, with and without a secret in its request")
    func publicApp() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let app = try await server.projects.createApp(
            in: server.project.id,
            kind: .web,
            displayName: "web",
            by: .server
        )
        .app
        for secret in ["", "secret"] {
            let response = await server.introspect(user.string("idToken"), app.id.rawValue, secret)
            #expect(response.status == 401)
        }
    }

    @Test("a deleted back end returns 401")
    func deletedBackEnd() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let (id, secret) = try await server.backEnd(in: "demo")
        try await server.projects.deleteApp(AppID(rawValue: id), by: .server)
        #expect(await server.introspect(user.string("idToken"), id, secret).status == 401)
    }
}

extension APIServer {
    /// The ID and the secret of a new back end.
    fileprivate func backEnd(in project: String) async throws -> (id: String, secret: String) {
        let (app, secret) = try await projects.createApp(
            in: ProjectID(rawValue: project),
            kind: .server,
            displayName: "back end",
            by: .server
        )
        return (app.id.rawValue, try #require(secret).reveal())
    }

    /// Introspects as a client, by HTTP Basic or in the form.
    fileprivate func introspect(
        _ token: String,
        _ client: String,
        _ secret: String,
        isBasic: Bool = false
    ) async -> APIResponse {
        guard isBasic else {
            let form = [("token", token), ("client_id", client), ("client_secret", secret)]
            return await self.form("/oauth2/introspect", form)
        }
        let pair = Data("\(client):\(secret)".utf8).base64EncodedString()
        return await introspect(token, clientID: nil, authorization: "Basic \(pair)")
    }
}
