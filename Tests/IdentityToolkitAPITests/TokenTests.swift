import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import Testing

@Suite struct TokenTests {
    @Test(arguments: ["/v1/token", "/securetoken.googleapis.com/v1/token"])
    func `K2 K14: a refresh answers both tokens anew`(_ path: String) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let form = [("grant_type", "refresh_token"), ("refresh_token", user.string("refreshToken"))]
        let answer = await server.form(path, form, key: "demo-key")
        let expected: JSONValue = [
            "access_token": answer["access_token"] ?? .null,
            "expires_in": "3600",
            "token_type": "Bearer",
            "refresh_token": answer["refresh_token"] ?? .null,
            "id_token": answer["access_token"] ?? .null,
            "user_id": user["localId"] ?? .null,
            "project_id": "1001",
        ]
        #expect(answer.json == expected)
        #expect(answer.string("refresh_token") != user.string("refreshToken"))
        #expect(await server.call("lookup", ["idToken": answer["id_token"] ?? .null]).status == 200)
    }

    @Test(
        arguments: [
            ["grant_type": "refresh_token", "refresh_token": "?"],
            ["grantType": "refresh_token", "refreshToken": "?"],
        ] as [[String: String]]
    )
    func `a refresh may be asked for in JSON, in either spelling`(_ names: [String: String]) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let body = JSONValue.object(names.mapValues { .string($0 == "?" ? user.string("refreshToken") : $0) })
        #expect(await server.post("/v1/token", body, key: "demo-key").status == 200)
    }

    @Test(
        arguments: [
            ([], "MISSING_GRANT_TYPE"),
            ([("refresh_token", "x")], "MISSING_GRANT_TYPE"),
            ([("grant_type", "password"), ("refresh_token", "x")], "INVALID_GRANT_TYPE"),
            ([("grant_type", "refresh_token")], "MISSING_REFRESH_TOKEN"),
            ([("grant_type", "refresh_token"), ("refresh_token", "")], "MISSING_REFRESH_TOKEN"),
            ([("grant_type", "refresh_token"), ("refresh_token", "junk")], "INVALID_REFRESH_TOKEN"),
        ] as [([(String, String)], String)]
    )
    func `a request that cannot be answered is refused`(
        _ form: [(String, String)],
        _ message: String
    ) async throws {
        let answer = try await APIServer().form("/v1/token", form, key: "demo-key")
        #expect(answer.status == 400)
        #expect(answer.errorMessage == message)
    }

    @Test func `a form that cannot be decoded is refused`() async throws {
        let request = Request(.post, "/v1/token", query: "key=demo-key", body: Array("grant_type=%".utf8))
        #expect(try await APIServer().send(request).status == 400)
    }

    @Test func `an unknown field in JSON is refused`() async throws {
        let answer = try await APIServer().post("/v1/token", ["scope": "all"], key: "demo-key")
        #expect(answer.errorMessage?.contains(#"Unknown name "scope""#) == true)
    }

    @Test func `K13: the Idempotency-Key goes with the refresh`() async throws {
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

    @Test func `security row 18: 100 concurrent refreshes of one token give one child`() async throws {
        let server = try await APIServer()
        let token = await server.signUp().string("refreshToken")
        let children = await withTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { await server.refresh(token).string("refresh_token") } }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(children.count == 1)
    }

    @Test func `security row 19: a neighbour's refresh token is of another project`() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let form = [("grant_type", "refresh_token"), ("refresh_token", user.string("refreshToken"))]
        #expect(
            await server.form("/v1/token", form, key: "other-key").errorMessage == "PROJECT_NUMBER_MISMATCH"
        )
        #expect(await server.form("/v1/token", form, key: "demo-key").status == 200)
    }

    @Test func `a deleted user's refresh token names nobody`() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        #expect(await server.call("delete", ["idToken": user["idToken"] ?? .null]).status == 200)
        #expect(await server.refresh(user.string("refreshToken")).errorMessage == "USER_NOT_FOUND")
    }

    @Test func `K3: where the project gives no refresh tokens, none is in the answers`() async throws {
        var policy = Policy()
        policy.refreshTokens.issued = false
        let answer = try await APIServer(policy: policy).signUp()
        #expect(answer.status == 200)
        #expect(answer["refreshToken"] == nil)
        #expect(!answer.string("idToken").isEmpty)
    }
}
