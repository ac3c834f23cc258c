import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import Testing

/// The two kinds of signed tokens, each in the place of the other.
@Suite("Token profiles")
struct TokenProfileTests {
    private static let api = "https://id.example/demo"

    private func accessToken(
        _ server: APIServer,
        _ user: APIResponse,
        clientID: String = "demo"
    ) async -> String {
        await server.exchange(user.string("refreshToken"), clientID: clientID).string("access_token")
    }

    private func claims(_ token: String, _ server: APIServer, type: String) throws -> TokenClaims {
        let verifier = try #require(server.projects.verifier(for: server.project.id))
        return try TokenClaims(try verifier.verify(token, types: [type]).claims)
    }

    private func sign(_ claims: JSONObject, type: String, _ server: APIServer) throws -> String {
        var json = JSONText()
        json.object(claims)
        let signer = try #require(server.projects.signer(for: server.project.id))
        return String(decoding: try signer.sign(json.bytes, type: type), as: UTF8.self)
    }

    @Test("OAuth issues an access token with the claims of RFC 9068 and no profile of the user (U13)")
    func accessTokenClaims() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        server.clock.advance(by: .minutes(30))
        let claims = try claims(await accessToken(server, user), server, type: "at+jwt")
        let now = server.clock.now().seconds
        let id = try #require(claims.string("jti"))
        #expect(Base64URL.decode(id)?.count == 16)
        let expected: JSONObject = [
            "iss": .string(Self.api), "aud": .string(Self.api), "sub": user["localId"] ?? .null,
            "client_id": "demo", "jti": .string(id), "iat": .integer(now), "exp": .integer(now + 3600),
            "auth_time": .integer(now - 1800), "amr": ["pwd"], "acr": "aal1",
            "sid": claims.members["sid"] ?? .null, "gen": 1,
        ]
        #expect(JSONValue.object(claims.members) == .object(expected))
    }

    @Test("each access token has an ID of its own, also if a refresh is repeated")
    func ids() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let tokens = [await accessToken(server, user), await accessToken(server, user)]
        let ids = try tokens.map { try claims($0, server, type: "at+jwt").string("jti") }
        #expect(Set(ids).count == 2)
    }

    @Test("secure Token issues an ID token in Google's form, as both of its tokens (U13)")
    func idTokenClaims() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let response = await server.refresh(user.string("refreshToken"))
        #expect(response["access_token"] == response["id_token"])
        let claims = try claims(response.string("id_token"), server, type: "JWT")
        #expect(claims.string("aud") == "demo")
        #expect(claims.string("email") == "ada@example.com")
        #expect(claims.object("firebase")?.string("sign_in_provider") == "password")
        #expect(claims.members["client_id"] == nil && claims.members["jti"] == nil)
    }

    @Test("the project sets the audience of access tokens, which must be a URI (security 14)")
    func audience() async throws {
        var policy = Policy()
        policy.tokens.audience = "https://api.example/v1"
        #expect(policy.problems.isEmpty)
        let server = try await APIServer(policy: policy)
        let token = await accessToken(server, await server.signUp())
        #expect(try claims(token, server, type: "at+jwt").string("aud") == "https://api.example/v1")
        let found = await server.introspect(token)
        #expect(found["active"] == true && found["aud"] == "https://api.example/v1")
        for text in ["demo", "", "https://api.example/#x", "https://a pi", ":x", "1a:b"] {
            policy.tokens.audience = text
            #expect(policy.problems == ["tokens.audience must be an absolute URI without a fragment"])
        }
    }

    @Test(
        "an access token is rejected where an ID token is required (security 14)",
        arguments: ["lookup", "update", "delete", "signUp", "sendOobCode"]
    )
    func accessTokenAsIDToken(operation: String) async throws {
        let server = try await APIServer()
        let token = await accessToken(server, await server.signUp())
        let body: JSONValue = [
            "idToken": .string(token), "email": "eve@example.com", "password": "eve's horse",
            "requestType": "VERIFY_EMAIL",
        ]
        let needed: [String: [String]] = [
            "lookup": ["idToken"], "update": ["idToken", "password"], "delete": ["idToken"],
            "signUp": ["idToken", "email", "password"], "sendOobCode": ["idToken", "requestType"],
        ]
        let fields = needed[operation, default: []].map { ($0, body[$0] ?? .null) }
        let response = await server.call(operation, .object(Dictionary(uniqueKeysWithValues: fields)))
        #expect(response.errorMessage == "INVALID_ID_TOKEN")
    }

    @Test("no session cookie is made from an access token (security 14)")
    func accessTokenAsCookie() async throws {
        let server = try await APIServer()
        let token = await accessToken(server, await server.signUp())
        let response = await server.administer(
            "/v1/projects/demo:createSessionCookie",
            ["idToken": .string(token), "validDuration": 300]
        )
        #expect(response.errorMessage == "INVALID_ID_TOKEN")
    }

    @Test("the claims of one kind under the type of the other are rejected everywhere (security 14)")
    func relabelled() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let idClaims = try claims(user.string("idToken"), server, type: "JWT").members
        let accessClaims = try claims(await accessToken(server, user), server, type: "at+jwt").members
        var withProjectAudience = accessClaims
        withProjectAudience["aud"] = "demo"
        var withFirebase = withProjectAudience
        withFirebase["firebase"] = idClaims["firebase"]
        withFirebase["aud"] = .string(Self.api)
        var withAPIAudience = idClaims
        withAPIAudience["aud"] = .string(Self.api)
        let forgeries = [
            try sign(accessClaims, type: "JWT", server), try sign(withProjectAudience, type: "JWT", server),
            try sign(withFirebase, type: "JWT", server), try sign(withAPIAudience, type: "JWT", server),
            try sign(idClaims, type: "at+jwt", server), try sign(withAPIAudience, type: "at+jwt", server),
            try sign(withFirebase, type: "at+jwt", server),
            try sign(withProjectAudience, type: "at+jwt", server),
        ]
        for token in forgeries {
            let lookup = await server.call("lookup", ["idToken": .string(token)])
            #expect(lookup.errorMessage == "INVALID_ID_TOKEN")
            #expect(await server.introspect(token).json == ["active": false])
        }
        // The method of the test is right: the genuine claims under their own type are accepted.
        let genuine = try sign(idClaims, type: "JWT", server)
        #expect(await server.call("lookup", ["idToken": .string(genuine)]).status == 200)
        #expect(await server.introspect(try sign(accessClaims, type: "at+jwt", server))["active"] == true)
    }

    @Test("custom claims are in access tokens, but do not say what the client may do (security 14)")
    func customClaims() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let text = #"{"role":"admin","scope":"all","client_id":"evil","tenant":"blue","act":{"sub":"eve"}}"#
        _ = await server.administer(
            "/v1/projects/demo/accounts:update",
            ["localId": user["localId"] ?? .null, "customAttributes": .string(text)]
        )
        let token = await accessToken(server, user)
        let claims = try claims(token, server, type: "at+jwt")
        #expect(claims.string("role") == "admin")
        #expect(claims.string("client_id") == "demo")
        #expect(["scope", "tenant", "act"].allSatisfy { claims.members[$0] == nil })
        #expect(await server.introspect(token)["active"] == true)
    }

    @Test("introspection and revocation know both kinds (RFC 7662, RFC 7009)")
    func introspection() async throws {
        let server = try await APIServer()
        let (app, _) = try await server.projects.createApp(
            in: server.project.id,
            kind: .ios,
            displayName: "Shop",
            by: .server
        )
        let user = await server.call(
            "signUp",
            ["email": "ada@example.com", "password": "correct horse"],
            key: app.apiKey
        )
        let token = await accessToken(server, user, clientID: app.id.rawValue)
        let found = await server.introspect(token)
        #expect(found["active"] == true && found["token_type"] == "Bearer")
        #expect(found["aud"] == .string(Self.api) && found["client_id"] == .string(app.id.rawValue))
        #expect(found["jti"] == (try claims(token, server, type: "at+jwt")).members["jti"])
        let idToken = await server.introspect(user.string("idToken"))
        #expect(idToken["active"] == true && idToken["aud"] == "demo" && idToken["jti"] == nil)
        #expect(idToken["client_id"] == .string(app.id.rawValue))

        let form = [("token", token), ("client_id", app.id.rawValue)]
        #expect(await server.form("/oauth2/revoke", form).status == 200)
        #expect(await server.introspect(token).json == ["active": false])
        #expect(await server.introspect(user.string("idToken")).json == ["active": false])
    }

    @Test("an access token of a tenant's user names the tenant, and is active (U14)")
    func tenant() async throws {
        let server = try await APIServer()
        _ = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "blue"),
            by: .server
        )
        let user = await server.call("signUp", ["tenantId": "blue", "returnSecureToken": true])
        let token = await accessToken(server, user)
        #expect(try claims(token, server, type: "at+jwt").string("tenant") == "blue")
        #expect(await server.introspect(token)["sub"] == user["localId"])
    }
}
