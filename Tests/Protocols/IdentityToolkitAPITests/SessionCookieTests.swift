import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import Testing

@Suite("Session cookies (U13)") struct SessionCookieTests {
    private static let path = "/v1/projects/demo:createSessionCookie"

    private func create(
        _ server: APIServer,
        _ idToken: String,
        _ duration: JSONValue = 300
    ) async -> APIResponse {
        await server.administer(Self.path, ["idToken": .string(idToken), "validDuration": duration])
    }

    private func cookieKeys(_ server: APIServer) async throws -> TokenVerifier {
        let response = await server.get("/v1/sessionCookiePublicKeys")
        return TokenVerifier(keys: try JSONWebKeySet(parsing: Array(response.text.utf8)).byID)
    }

    @Test("a cookie has the claims of the ID token, an issuer of its own and no session ID")
    func claims() async throws {
        let server = try await APIServer()
        let idToken = await server.signUp().string("idToken")
        let cookie = await create(server, idToken, "432000").string("sessionCookie")
        let claims = try TokenClaims(try await cookieKeys(server).verify(cookie).claims)
        #expect(claims.string("iss") == "https://id.example/demo/session-cookie")
        #expect(claims.string("aud") == "demo")
        #expect(claims.string("email") == "ada@example.com")
        #expect(claims.object("firebase")?.string("sign_in_provider") == "password")
        let now = server.clock.now().seconds
        #expect(claims.integer("auth_time") == now)
        #expect(claims.integer("exp") == now + 432_000)
        #expect(claims.members["sid"] == nil && claims.members["gen"] == nil)
    }

    @Test("with Google's issuer of tokens, cookies have Google's issuer of cookies")
    func issuer() async throws {
        var policy = Policy()
        policy.tokens.issuer = "https://securetoken.google.com/demo"
        let server = try await APIServer(policy: policy)
        let cookie = await create(server, await server.signUp().string("idToken")).string("sessionCookie")
        let claims = try TokenClaims(try await cookieKeys(server).verify(cookie).claims)
        #expect(claims.string("iss") == "https://session.firebase.google.com/demo")
    }

    @Test("a cookie is accepted neither as an ID token nor at introspection (security 14)")
    func confusion() async throws {
        for issuer in [
            nil, "https://securetoken.google.com/demo", "https://session.firebase.google.com/demo",
        ] {
            var policy = Policy()
            policy.tokens.issuer = issuer
            let server = try await APIServer(policy: policy)
            let cookie = await create(server, await server.signUp().string("idToken")).string("sessionCookie")
            #expect(!cookie.isEmpty)
            let lookup = await server.call("lookup", ["idToken": .string(cookie)])
            #expect(lookup.errorMessage == "INVALID_ID_TOKEN")
            #expect(await create(server, cookie).errorMessage == "INVALID_ID_TOKEN")
            let fields: HeaderFields = [.authorization: "Bearer \(cookie)"]
            #expect(await server.post(Self.path, ["idToken": "x"], fields: fields).status == 401)
        }
    }

    @Test(
        "a lifetime outside of 5 minutes to 14 days is rejected",
        arguments: [
            (299, "INVALID_DURATION"), (300, nil), (1_209_600, nil), (1_209_601, "INVALID_DURATION"),
            (0, "INVALID_DURATION"), (-300, "INVALID_DURATION"), (.null, nil),
        ] as [(JSONValue, String?)]
    )
    func lifetime(_ duration: JSONValue, _ error: String?) async throws {
        let server = try await APIServer()
        #expect(await create(server, await server.signUp().string("idToken"), duration).errorMessage == error)
    }

    @Test("the token of a deleted, disabled or signed-out user gets no cookie (security 17)")
    func endedUser() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let path = "/v1/projects/demo/accounts:update"
        _ = await server.administer(path, ["localId": user["localId"] ?? .null, "disableUser": true])
        #expect(await create(server, user.string("idToken")).errorMessage == "USER_DISABLED")
        let second = await server.signUp("bob@example.com")
        _ = await server.administer(
            "/v1/projects/demo/accounts:delete",
            ["localId": second["localId"] ?? .null]
        )
        #expect(await create(server, second.string("idToken")).status == 400)
        let third = await server.signUp("eve@example.com")
        server.clock.advance(by: .hours(2))
        #expect(await create(server, third.string("idToken")).errorMessage == "TOKEN_EXPIRED")
        #expect(await create(server, "junk").errorMessage == "INVALID_ID_TOKEN")
    }

    @Test("a cookie does not outlive the lifetime of its session")
    func sessionEnd() async throws {
        var policy = Policy()
        policy.sessions.lifetime = 3600
        let server = try await APIServer(policy: policy)
        let cookie = await create(server, await server.signUp().string("idToken"), 86_400)
            .string("sessionCookie")
        let claims = try TokenClaims(try await cookieKeys(server).verify(cookie).claims)
        #expect(claims.integer("exp") == server.clock.now().seconds + 3600)
    }

    @Test("SDKs find the end of all sessions of a user, and not a sign-out of the cookie's session")
    func revocations() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let cookie = await create(server, user.string("idToken"), 86_400).string("sessionCookie")
        let authTime = try TokenClaims(try await cookieKeys(server).verify(cookie).claims).integer(
            "auth_time"
        )
        server.clock.advance(by: .seconds(10))
        /// The comparison of SDKs: whether tokens of the time of the sign-in are still valid.
        func isValid() async throws -> Bool {
            let named: JSONValue = ["localId": [user["localId"] ?? .null]]
            let found = await server.administer("/v1/projects/demo/accounts:lookup", named)
            let validSince = found["users"]?.array?.first?["validSince"]?.string.flatMap { Int64($0) }
            return try #require(authTime) >= #require(validSince)
        }
        let end = [("token", user.string("refreshToken")), ("client_id", "demo")]
        #expect(await server.form("/oauth2/revoke", end).status == 200)
        #expect(await server.call("lookup", ["idToken": user["idToken"] ?? .null]).status == 400)
        #expect(try await isValid())
        let revocation: JSONValue = [
            "localId": user["localId"] ?? .null, "validSince": .string("\(server.clock.now().seconds)"),
        ]
        #expect(await server.administer("/v1/projects/demo/accounts:update", revocation).status == 200)
        #expect(try await !isValid())
    }

    @Test("a superseded key is published for cookies for 14 days, and a retired key is not")
    func rotation() async throws {
        let server = try await APIServer()
        let cookie = await create(server, await server.signUp().string("idToken"), 1_209_600)
            .string("sessionCookie")
        try await server.projects.rotateSigningKey(of: server.project.id, by: .server)
        server.clock.advance(by: .days(13))
        _ = try await cookieKeys(server).verify(cookie)
        let certificates = await server.get("/identitytoolkit/v3/relyingparty/publicKeys").json?.object
        #expect(certificates?.count == 3)
        #expect(await server.get("/demo/.well-known/jwks.json")["keys"]?.array?.count == 1)
        try await server.projects.rotateSigningKey(of: server.project.id, retiringOthers: true, by: .server)
        await #expect(throws: JOSEError.unknownKey) { try await cookieKeys(server).verify(cookie) }
    }
}
