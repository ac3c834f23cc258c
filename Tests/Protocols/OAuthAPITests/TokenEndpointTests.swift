import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSettings
import Testing
import CardeaSecrets

@Suite struct TokenEndpointTests {
    @Test("a refresh token is exchanged by RFC 6749 (K2, K14)", arguments: ["demo-key", "demo"])
    func refreshTokenExchanged(_ clientID: String) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let response = await server.exchange(user.string("refreshToken"), clientID: clientID)
        let expected: JSONValue = [
            "access_token": response["access_token"] ?? .null,
            "token_type": "Bearer",
            "expires_in": 3600,
            "refresh_token": response["refresh_token"] ?? .null,
        ]
        #expect(response.status == 200)
        #expect(response.json == expected)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.string("refresh_token") != user.string("refreshToken"))
    }

    @Test("a refresh token that the server did not issue is invalid for every client (RFC 6749 §5.2)")
    func unknownToken() async throws {
        let server = try await APIServer()
        let response = await server.exchange("no token", clientID: "demo")
        let expected: JSONValue = [
            "error": "invalid_grant", "error_description": "The token is invalid.",
        ]
        #expect(response.status == 400 && response.json == expected, "\(response.text)")
    }

    @Test("a client ID of an app brings the settings of the app (K6)")
    func appSettings() async throws {
        let server = try await APIServer()
        var overrides = PolicyOverrides()
        try overrides.set(.integer(60), for: "tokens.accessTokenLifetime")
        let (app, _) = try await server.projects.createApp(
            in: server.project.id,
            kind: .ios,
            displayName: "Shop",
            overrides: overrides,
            by: .server
        )
        let user = await server.call("signUp", [:], key: app.apiKey)
        let response = await server.exchange(user.string("refreshToken"), clientID: app.id.rawValue)
        #expect(response["expires_in"] == 60)
    }

    @Test(
        "an invalid request gets an error of RFC 6749",
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
    func requestCannotResponded(
        _ form: [(String, String)],
        _ status: Int,
        _ code: String
    ) async throws {
        let response = try await APIServer().form("/oauth2/token", form)
        #expect(response.status == status)
        #expect(response["error"]?.string == code)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect((response.fields[.wwwAuthenticate] != nil) == (status == 401))
    }

    @Test(
        "an app may name its client by HTTP Basic, which has no secret (K14)",
        arguments: [
            ("Basic ZGVtby1rZXk6", 200, nil), ("basic ZGVtbw==", 401, "invalid_client"),
            ("Basic ZGVtbzo=", 200, nil), ("Basic ZGVtbzpzZWNyZXQ=", 401, "invalid_client"),
            ("Basic Pz86Pw==", 401, "invalid_client"), ("Basic %", 401, "invalid_client"),
            ("Basic JTY0JTY1bW86", 200, nil), ("Digest x", 400, "invalid_request"),
        ] as [(String, Int, String?)]
    )
    func appMayName(
        _ authorization: String,
        _ status: Int,
        _ code: String?
    ) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let form = [("grant_type", "refresh_token"), ("refresh_token", user.string("refreshToken"))]
        let fields: HeaderFields = [.authorization: authorization]
        let response = await server.form("/oauth2/token", form, fields: fields)
        #expect(response.status == status)
        #expect(response["error"]?.string == code)
        if status == 401 { #expect(response.fields[.wwwAuthenticate]?.hasPrefix("Basic ") == true) }
    }

    @Test("an app is known by its client ID; a back end has to present its secret (K14)")
    func apps() async throws {
        let server = try await APIServer()
        let project = server.project.id
        let (app, _) = try await server.projects.createApp(
            in: project,
            kind: .ios,
            displayName: "Shop",
            by: .server
        )
        let (backEnd, secret) = try await server.projects.createApp(
            in: project,
            kind: .server,
            displayName: "API",
            by: .server
        )
        let user = await server.signUp()
        let attempts: [(client: String, secret: String?, status: Int)] = [
            (app.id.rawValue, nil, 200), (app.apiKey ?? "", nil, 200), (app.id.rawValue, "any", 401),
            (backEnd.id.rawValue, nil, 401), (backEnd.id.rawValue, "wrong", 401),
            (backEnd.apiKey ?? "", nil, 401),
            (backEnd.id.rawValue, secret?.reveal(), 200),
        ]
        var token = user.string("refreshToken")
        for attempt in attempts {
            var form = [
                ("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", attempt.client),
            ]
            if let secret = attempt.secret { form.append(("client_secret", secret)) }
            let response = await server.form("/oauth2/token", form)
            #expect(response.status == attempt.status, "\(attempt)")
            if response.status == 200 { token = response.string("refresh_token") }
        }
        try await server.projects.deleteApp(app.id, by: .server)
        #expect(await server.exchange(token, clientID: app.id.rawValue).status == 401)
    }

    @Test("a body that is not a form is rejected")
    func bodyFormRejected() async throws {
        let response = try await APIServer().post("/oauth2/token", ["grant_type": "refresh_token"])
        #expect(response["error"] == "invalid_request")
    }

    @Test("a refresh token of another project is rejected (security 19)")
    func neighbourRefreshToken() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let foreign = await server.exchange(user.string("refreshToken"), clientID: "other")
        #expect(foreign["error"] == "invalid_grant")
        #expect(await server.exchange(user.string("refreshToken")).status == 200)
    }

    @Test("a disabled user's refresh token is rejected (security 17)")
    func disabledUserRefresh() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        await server.disable(user)
        #expect(await server.exchange(user.string("refreshToken"))["error"] == "invalid_grant")
    }
}
