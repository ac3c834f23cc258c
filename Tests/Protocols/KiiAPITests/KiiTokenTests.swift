import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets
import Testing

@Suite("Kii Cloud's token resource")
struct KiiTokenTests {
    private let server: APIServer

    init() async throws {
        server = try await APIServer()
        let account: JSONValue = [
            "email": "ann@example.com", "userName": "user_123456", "password": "123ABC horse",
            "phoneNumber": "+819012345678",
        ]
        let created = await server.administer("/v1/projects/demo/accounts", account)
        try #require(created.status == 200, "\(created.text)")
    }

    private func token(
        _ body: JSONObject,
        at path: String = "/api/apps/demo/oauth2/token",
        fields: HeaderFields = [:]
    ) async -> APIResponse {
        await server.post(path, .object(body), fields: fields)
    }

    private func basic(_ text: String) -> HeaderFields {
        [.authorization: "Basic " + Base64.encodeUnpadded(Array(text.utf8))]
    }

    @Test(
        "a user signs in by user name, e-mail address and phone number in all forms, and refreshes (K3, K14)",
        arguments: [
            "user_123456", "USER_123456", "ann@example.com", "EMAIL:Ann@example.com", "+819012345678",
            "PHONE:+819012345678", "PHONE:JP-09012345678", "PHONE:JP-9012345678", "PHONE:JP-090-1234-5678",
        ]
    )
    func signIn(username: String) async throws {
        let login: JSONObject = [
            "grant_type": "password", "username": .string(username), "password": "123ABC horse",
        ]
        let signedIn = await token(login)
        #expect(signedIn.status == 200 && signedIn["token_type"] == "bearer", "\(signedIn.text)")
        #expect(signedIn["expires_in"] == 3600 && signedIn["access_token"] != nil && signedIn["id"] != nil)
        #expect(signedIn.fields[.cacheControl] == "no-store")
        let info = await server.call("lookup", ["idToken": signedIn["access_token"] ?? .null])
        #expect(info["users"]?.array?.first?["localId"] == signedIn["id"])

        let refresh: JSONObject = [
            "grant_type": "refresh_token", "refresh_token": signedIn["refresh_token"] ?? .null,
        ]
        let refreshed = await token(refresh)
        #expect(refreshed.status == 200 && refreshed["id"] == signedIn["id"], "\(refreshed.text)")
        #expect(refreshed["refresh_token"] != signedIn["refresh_token"])
        // The newer token confirms that the first was used.
        let second: JSONObject = [
            "grant_type": "refresh_token", "refresh_token": refreshed["refresh_token"] ?? .null,
        ]
        #expect(await token(second).status == 200)
        // Within the grace period it may be a copy that the network has delayed.
        server.clock.advance(by: .seconds(3600))
        let reused = await token(refresh)
        #expect(reused.status == 400 && reused["error"] == "invalid_grant", "\(reused.text)")
    }

    @Test("the app is named in the path, by HTTP Basic with any second half, or by a header field")
    func apps() async {
        let login: JSONObject = ["username": "user_123456", "password": "123ABC horse"]
        let path = "/api/oauth2/token"
        let byField: HeaderFields = ["x-kii-appid": "demo"]
        for fields in [basic("demo:anything"), basic("demo-key:"), byField] {
            #expect(await token(login, at: path, fields: fields).status == 200)
        }
        let malformed: HeaderFields = [.authorization: "Basic %"]
        let rejected: [(String, HeaderFields)] = [
            (path, HeaderFields()), (path, basic("nobody:x")), (path, basic("demo")), (path, malformed),
            ("/api/apps/nobody/oauth2/token", HeaderFields()),
            ("/api/apps/demo/oauth2/token", basic("other:x")),
        ]
        for (path, fields) in rejected {
            let response = await token(login, at: path, fields: fields)
            #expect(response.status == 401 && response["errorCode"] == "invalid_client", "\(response.text)")
        }
    }

    @Test("a back end without its secret, or with a wrong one, is rejected with the reason")
    func secrets() async throws {
        let (app, secret) = try await server.projects.createApp(
            in: server.project.id,
            kind: .server,
            displayName: "API",
            by: .server
        )
        let login: JSONObject = ["username": "user_123456", "password": "123ABC horse"]
        let (id, path) = (app.id.rawValue, "/api/apps/\(app.id.rawValue)/oauth2/token")
        let right = try #require(secret).reveal()
        #expect(await token(login, at: path, fields: basic("\(id):\(right)")).status == 200)
        for (fields, reason) in [
            (HeaderFields(), "The app's secret is missing: send the app's ID and its secret by HTTP Basic."),
            (
                ["x-kii-appid": id],
                "The app's secret is missing: send the app's ID and its secret by HTTP Basic."
            ),
            (basic("\(id):"), "The app's secret is missing: send the app's ID and its secret by HTTP Basic."),
            (basic("\(id):wrong"), "The app's secret is wrong."),
        ] as [(HeaderFields, JSONValue)] {
            let response = await token(login, at: path, fields: fields)
            #expect(response.status == 401 && response["errorCode"] == "invalid_client", "\(response.text)")
            #expect(response["error_description"] == reason && response["access_token"] == nil)
        }
    }

    @Test("a login asks for its own lifetime by expiresAt, capped by the project (K6)")
    func expiresAt() async {
        let now = server.clock.now().milliseconds
        for (expiresAt, lifetime) in [(now + 60_000, 60), (now + 999_999_999_000, 86_400)] {
            let login: JSONObject = [
                "username": "user_123456", "password": "123ABC horse", "expiresAt": .integer(expiresAt),
            ]
            #expect(await token(login)["expires_in"] == .integer(Int64(lifetime)))
        }
        let past: JSONObject = [
            "username": "user_123456", "password": "123ABC horse", "expiresAt": .integer(now),
        ]
        let response = await token(past)
        #expect(response.status == 400 && response["errorCode"] == "invalid_request")
    }

    @Test(
        "all wrong credentials have the same error (security 12)",
        arguments: [
            ("user_123456", "wrong"), ("nobody", "123ABC horse"), ("nobody@example.com", "123ABC horse"),
            ("+819012345679", "123ABC horse"), ("PHONE:XX-1", "123ABC horse"), ("PHONE:", "123ABC horse"),
            ("EMAIL:", "123ABC horse"), ("EMAIL:x", "123ABC horse"), ("a b", "123ABC horse"),
            ("VENDOR_THING_ID:x", "123ABC horse"), ("EMAIL:user_123456", "123ABC horse"),
        ]
    )
    func wrong(username: String, password: String) async {
        let response = await token(["username": .string(username), "password": .string(password)])
        #expect(response.status == 400 && response["errorCode"] == "invalid_grant", "\(response.text)")
        #expect(response["error_description"] == "The user was not found or a wrong password was given.")
    }

    @Test(
        "a request of wrong form has its error",
        arguments: [
            (["username": "user_123456"], "invalid_request"), (["password": "x"], "invalid_request"),
            (["grant_type": "refresh_token"], "invalid_request"),
            (["grant_type": "client_credentials", "client_id": "x"], "unsupported_grant_type"),
            (["grant_type": "refresh_token", "refresh_token": "junk"], "invalid_grant"),
            (["username": ["x"], "password": "x"], "invalid_request"), (["what": 1], "invalid_request"),
        ] as [(JSONObject, String)]
    )
    func malformed(body: JSONObject, code: String) async {
        let response = await token(body)
        #expect(response.status == 400 && response["errorCode"] == .string(code), "\(response.text)")
        #expect(response["error"] == .string(code))
    }

    @Test("an unknown field has an error that names the field")
    func unknownField() async {
        let response = await token(["username": "user_123456", "password": "x", "what": 1])
        #expect(response["error_description"] == "Unknown fields: what.", "\(response.text)")
    }

    @Test("a refresh token of another project is rejected, and stays valid in that project (security 19)")
    func foreignToken() async throws {
        let account: JSONValue = ["email": "ann@example.com", "password": "123ABC horse"]
        let other = await server.post("/v1/accounts:signUp", account, key: "other-key")
        let refresh: JSONObject = [
            "grant_type": "refresh_token", "refresh_token": other["refreshToken"] ?? .null,
        ]
        let response = await token(refresh)
        #expect(response.status == 400 && response["errorCode"] == "invalid_grant", "\(response.text)")
        #expect(response["access_token"] == nil)
        #expect(await token(refresh, at: "/api/apps/other/oauth2/token").status == 200)
    }

    @Test("a refresh token of a tenant gets only tokens of its user (security 19)")
    func tenantToken() async throws {
        _ = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "blue"),
            displayName: nil,
            isDisabled: false,
            overrides: PolicyOverrides(),
            by: .server
        )
        let account: JSONValue = [
            "email": "ann@example.com", "password": "123ABC horse", "tenantId": "blue",
        ]
        let user = await server.call("signUp", account)
        let refresh: JSONObject = [
            "grant_type": "refresh_token", "refresh_token": user["refreshToken"] ?? .null,
        ]
        let refreshed = await token(refresh)
        #expect(refreshed["id"] == user["localId"], "\(refreshed.text)")
        let found = await server.call("lookup", ["idToken": refreshed["access_token"] ?? .null])
        #expect(found["users"]?.array?.first?["tenantId"] == "blue", "\(found.text)")
        let login = await token(["username": "ann@example.com", "password": "123ABC horse"])
        #expect(login["id"] != user["localId"])
    }

    @Test(
        "a field that is too long or too large is rejected (security 20)",
        arguments: [
            ["username": .string(String(repeating: "a", count: 70_000)), "password": "x"],
            ["username": "user_123456", "password": .string(String(repeating: "a", count: 5000))],
            ["grant_type": .string(String(repeating: "a", count: 5000))],
            ["grant_type": "refresh_token", "refresh_token": .string(String(repeating: "a", count: 20_000))],
            ["username": "user_123456", "password": "123ABC horse", "expiresAt": .integer(.max)],
            ["username": "user_123456", "password": "123ABC horse", "expiresAt": .integer(.min)],
            ["username": "user_123456", "password": "123ABC horse", "expiresAt": .number(1e300)],
            ["username": .array([JSONValue](repeating: .array([]), count: 1000)), "password": "x"],
        ] as [JSONObject]
    )
    func bounds(body: JSONObject) async {
        let response = await token(body)
        #expect(response.status == 400, "\(response.text.prefix(300))")
        #expect(response.text.utf8.count < 4096)
    }

    @Test("a disabled user can neither sign in nor refresh (K5, security 17)")
    func disabled() async throws {
        let login: JSONObject = ["username": "user_123456", "password": "123ABC horse"]
        let signedIn = await token(login)
        let disable: JSONValue = ["localId": signedIn["id"] ?? .null, "disableUser": true]
        #expect(await server.administer("/v1/projects/demo/accounts:update", disable).status == 200)
        let refresh: JSONObject = [
            "grant_type": "refresh_token", "refresh_token": signedIn["refresh_token"] ?? .null,
        ]
        for body in [login, refresh] {
            let response = await token(body)
            #expect(response.status == 400 && response["errorCode"] == "invalid_grant", "\(response.text)")
        }
    }

    @Test("guesses are limited (security 11)")
    func guesses() async {
        for _ in 0..<10 { _ = await token(["username": "user_123456", "password": "wrong"]) }
        let response = await token(["username": "user_123456", "password": "123ABC horse"])
        #expect(response.status == 429 && response.fields[.retryAfter] != nil)
    }
}
