import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import Testing

@Suite struct TokenTests {
    @Test(
        "a refresh returns both tokens (K2, K14)",
        arguments: ["/v1/token", "/securetoken.googleapis.com/v1/token"]
    )
    func refreshResponsesBoth(_ path: String) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let form = [("grant_type", "refresh_token"), ("refresh_token", user.string("refreshToken"))]
        let response = await server.form(path, form, key: "demo-key")
        let expected: JSONValue = [
            "access_token": response["access_token"] ?? .null,
            "expires_in": "3600",
            "token_type": "Bearer",
            "refresh_token": response["refresh_token"] ?? .null,
            "id_token": response["access_token"] ?? .null,
            "user_id": user["localId"] ?? .null,
            "project_id": "1001",
        ]
        #expect(response.json == expected)
        #expect(response.string("refresh_token") != user.string("refreshToken"))
        #expect(await server.call("lookup", ["idToken": response["id_token"] ?? .null]).status == 200)
    }

    @Test(
        "a refresh may be asked for in JSON, in either spelling",
        arguments: [
            ["grant_type": "refresh_token", "refresh_token": "?"],
            ["grantType": "refresh_token", "refreshToken": "?"],
        ] as [[String: String]]
    )
    func refreshMayAsked(_ names: [String: String]) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let body = JSONValue.object(names.mapValues { .string($0 == "?" ? user.string("refreshToken") : $0) })
        #expect(await server.post("/v1/token", body, key: "demo-key").status == 200)
    }

    @Test(
        "an invalid request is rejected",
        arguments: [
            ([], "MISSING_GRANT_TYPE"),
            ([("refresh_token", "x")], "MISSING_GRANT_TYPE"),
            ([("grant_type", "password"), ("refresh_token", "x")], "INVALID_GRANT_TYPE"),
            ([("grant_type", "refresh_token")], "MISSING_REFRESH_TOKEN"),
            ([("grant_type", "refresh_token"), ("refresh_token", "")], "MISSING_REFRESH_TOKEN"),
            ([("grant_type", "refresh_token"), ("refresh_token", "junk")], "INVALID_REFRESH_TOKEN"),
        ] as [([(String, String)], String)]
    )
    func requestCannotResponded(
        _ form: [(String, String)],
        _ message: String
    ) async throws {
        let response = try await APIServer().form("/v1/token", form, key: "demo-key")
        #expect(response.status == 400)
        #expect(response.errorMessage == message)
    }

    @Test("a form that cannot be decoded is rejected")
    func formCannotDecoded() async throws {
        let request = Request(.post, "/v1/token", query: "key=demo-key", body: Array("grant_type=%".utf8))
        #expect(try await APIServer().send(request).status == 400)
    }

    @Test("an unknown field in JSON is rejected")
    func unknownFieldJSON() async throws {
        let response = try await APIServer().post("/v1/token", ["scope": "all"], key: "demo-key")
        #expect(response.errorMessage?.contains(#"Unknown name "scope""#) == true)
    }

    @Test("the Idempotency-Key goes with the refresh (K13)")
    func idempotencyKeyGoes() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let fields: HeaderFields = [.idempotencyKey: "attempt-1"]
        let first = await server.refresh(user.string("refreshToken"), fields: fields)
        server.clock.advance(by: .days(1))
        let again = await server.refresh(user.string("refreshToken"), fields: fields)
        #expect(again["refresh_token"] == first["refresh_token"])
        let stranger = await server.refresh(
            user.string("refreshToken"),
            fields: [.idempotencyKey: "attempt-2"]
        )
        #expect(stranger.errorMessage == "TOKEN_EXPIRED")
        #expect(await server.refresh(again.string("refresh_token")).errorMessage == "TOKEN_EXPIRED")
    }

    @Test("100 concurrent refreshes of one token issue one child (security 18)")
    func with100ConcurrentRefreshes() async throws {
        let server = try await APIServer()
        let token = await server.signUp().string("refreshToken")
        let children = await withTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { await server.refresh(token).string("refresh_token") } }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(children.count == 1)
    }

    @Test("a neighbour's refresh token is of another project (security 19)")
    func neighbourRefreshToken() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let form = [("grant_type", "refresh_token"), ("refresh_token", user.string("refreshToken"))]
        #expect(
            await server.form("/v1/token", form, key: "other-key").errorMessage == "PROJECT_NUMBER_MISMATCH"
        )
        #expect(await server.form("/v1/token", form, key: "demo-key").status == 200)
    }

    @Test("the refresh token of a deleted user gets USER_NOT_FOUND")
    func deletedUserRefresh() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        #expect(await server.call("delete", ["idToken": user["idToken"] ?? .null]).status == 200)
        #expect(await server.refresh(user.string("refreshToken")).errorMessage == "USER_NOT_FOUND")
    }

    @Test("if the project has no refresh tokens, responses have none (K3)")
    func whereProjectGives() async throws {
        var policy = Policy()
        policy.refreshTokens.issued = false
        let response = try await APIServer(policy: policy).signUp()
        #expect(response.status == 200)
        #expect(response["refreshToken"] == nil)
        #expect(!response.string("idToken").isEmpty)
    }
}
