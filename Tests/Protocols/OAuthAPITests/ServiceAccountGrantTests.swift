import APITestSupport
import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// Administrator's access tokens for the assertions of service accounts (RFC 7523).
@Suite("Service account grant") struct ServiceAccountGrantTests {
    private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    let server: APIServer
    let accounts: ServiceAccounts
    let backEnd: ServiceAccountSample

    init() async throws {
        server = try await APIServer()
        accounts = ServiceAccounts(projects: server.projects)
        backEnd = try await ServiceAccountSample(in: accounts)
    }

    private func exchange(_ assertion: String, at path: String = "/token") async -> APIResponse {
        await server.form(path, [("grant_type", Self.grantType), ("assertion", assertion)])
    }

    private func exchange(_ more: JSONObject, header: JSONObject? = nil) async throws -> APIResponse {
        await exchange(try backEnd.sign(backEnd.assertion(at: server.clock.now(), more), header: header))
    }

    /// The status of an administrator's operation with a token.
    private func use(_ token: String, on project: String = "demo") async -> Int {
        let fields: HeaderFields = [.authorization: "Bearer \(token)"]
        let path = "/v1/projects/\(project)/accounts:lookup"
        return await server.post(path, ["localId": "x"], fields: fields).status
    }

    @Test("an assertion gets an access token of the account's project alone, for an hour (U12, security 19)")
    func grant() async throws {
        let response = try await exchange([:])
        #expect(response.status == 200)
        #expect(response["token_type"] == "Bearer")
        #expect(response["expires_in"] == 3600)
        #expect(response.fields[.cacheControl] == "no-store")
        let token = response.string("access_token")
        #expect(await use(token) == 200)
        #expect(await use(token, on: "other") == 403)
        #expect(await use(token, on: "nowhere") == 403)
        server.clock.advance(by: .seconds(3599))
        #expect(await use(token) == 200)
        server.clock.advance(by: .seconds(1))
        #expect(await use(token) == 401)
    }

    @Test("the audience may be the endpoint, or the constant of Google's SDKs, at the host of Google too")
    func audiences() async throws {
        #expect(try await exchange(["aud": "https://oauth2.googleapis.com/token"]).status == 200)
        #expect(try await exchange(["aud": ["https://id.example/token"]]).status == 200)
        #expect(try await exchange(["sub": .string(backEnd.email)]).status == 200)
        let assertion = try backEnd.sign(backEnd.assertion(at: server.clock.now()))
        #expect(await exchange(assertion, at: "/oauth2.googleapis.com/token").status == 200)
    }

    @Test(
        "an assertion with invalid claims is rejected (security 14)",
        arguments: [
            ["aud": "https://id.example/token/"], ["aud": "https://ID.example/token"],
            ["aud": "https://id.example"], ["aud": .null],
            ["aud": ["https://id.example/token", "https://evil.example"]],
            [
                "aud":
                    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
            ],
            ["iss": "nobody@demo.cardea.internal"], ["iss": "back-end@other.cardea.internal"], ["iss": .null],
            ["sub": "root@example.com"], ["sub": 7],
            ["exp": 1_800_003_601], ["exp": 1_799_999_940], ["exp": .null], ["iat": .null],
            ["iat": 1_800_000_061, "exp": 1_800_000_100], ["nbf": 1_800_000_061],
            ["jti": 7], ["jti": .string(String(repeating: "x", count: 257))],
        ] as [JSONObject]
    )
    func invalidClaims(_ more: JSONObject) async throws {
        let response = try await exchange(more)
        #expect(response.status == 400)
        #expect(response["error"] == "invalid_grant")
        #expect(response["access_token"] == nil)
    }

    @Test(
        "an assertion whose header is not that of the key is rejected (security 14)",
        arguments: [
            ["alg": "none"], ["alg": "HS256"], ["alg": "ES256"], ["alg": "RS256", "kid": "unknown"],
            ["alg": "RS256", "jwk": [:]], ["alg": "RS256", "x5u": "x"], ["alg": "RS256", "typ": "at+jwt"],
        ] as [JSONObject]
    )
    func confusedHeader(_ header: JSONObject) async throws {
        #expect(try await exchange([:], header: header)["error"] == "invalid_grant")
        let input = ServiceAccountSample.unsigned(
            backEnd.assertion(at: server.clock.now()),
            header: header
        )
        let secret = Array((backEnd.account.keys.first?.publicKeyPEM ?? "").utf8)
        let mac = Base64URL.encode(HMACKey(secret).authenticate(Array(input.utf8)))
        #expect(await exchange("\(input).")["error"] == "invalid_grant")
        #expect(await exchange("\(input).\(mac)")["error"] == "invalid_grant")
    }

    @Test("a key of another account does not sign for this one (security 14)")
    func confusedKey() async throws {
        let other = try await ServiceAccountSample(in: accounts, name: "other")
        let claims = backEnd.assertion(at: server.clock.now())
        for keyID in [other.keyID, backEnd.keyID] {
            let token = try other.sign(claims, header: ["alg": "RS256", "kid": .string(keyID)])
            #expect(await exchange(token)["error"] == "invalid_grant")
        }
        #expect(await exchange(try other.sign(claims, header: ["alg": "RS256"]))["error"] == "invalid_grant")
    }

    @Test("an assertion with jti is accepted once, by one of many at the same time (security 18)")
    func replay() async throws {
        let assertion = try backEnd.sign(backEnd.assertion(at: server.clock.now(), ["jti": "one"]))
        let accepted = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { await exchange(assertion).status } }
            return await group.reduce(0) { $0 + ($1 == 200 ? 1 : 0) }
        }
        #expect(accepted == 1)
        #expect(try await exchange(["jti": "two"]).status == 200)
        let other = try await ServiceAccountSample(in: accounts, name: "other")
        let same = try other.sign(other.assertion(at: server.clock.now(), ["jti": "one"]))
        #expect(await exchange(same).status == 200)
    }

    @Test("a custom token gets no access token, and an assertion signs no user in (security 14)")
    func confusedPurpose() async throws {
        let now = server.clock.now()
        #expect(await exchange(try backEnd.sign(backEnd.customToken(at: now)))["error"] == "invalid_grant")
        let assertion = try backEnd.sign(
            backEnd.assertion(at: now, ["sub": .string(backEnd.email), "uid": "ada"])
        )
        let response = await server.call("signInWithCustomToken", ["token": .string(assertion)])
        #expect(response.errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
    }

    @Test("access tokens end when the account is disabled or deleted, or its key is deleted (security 17)")
    func endedAccount() async throws {
        let id = backEnd.account.id
        let second = try ServiceAccountSample(await accounts.addKey(to: id, by: .server))
        let old = try await exchange([:]).string("access_token")
        let new = await exchange(try second.sign(second.assertion(at: server.clock.now())))
            .string("access_token")
        _ = try await accounts.deleteKey(backEnd.keyID, of: id, by: .server)
        #expect(await use(old) == 401)
        #expect(await use(new) == 200)
        _ = try await accounts.setDisabled(id, true, by: .server)
        #expect(await use(new) == 401)
        _ = try await accounts.setDisabled(id, false, by: .server)
        #expect(await use(new) == 200)
        try await accounts.delete(id, by: .server)
        #expect(await use(new) == 401)
        // An account of the same name has other keys.
        _ = try await ServiceAccountSample(in: accounts)
        #expect(await use(new) == 401)
    }

    @Test("access tokens end with the key that they were made with")
    func retiredKey() async throws {
        let token = try await exchange([:]).string("access_token")
        try await server.projects.rotateRefreshTokenKey(by: .server)
        #expect(await use(token) == 200)
        try await server.projects.rotateRefreshTokenKey(retiringOthers: true, by: .server)
        #expect(await use(token) == 401)
    }

    @Test("a changed access token is rejected, whichever byte is changed")
    func changedToken() async throws {
        let token = Array(try await exchange([:]).string("access_token").utf8)
        for index in token.indices {
            var changed = token
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(await use(String(decoding: changed, as: UTF8.self)) == 401, "\(index)")
        }
        #expect(await use(String(decoding: token.dropLast(), as: UTF8.self)) == 401)
        #expect(await use("cds_") == 401)
    }

    @Test("a malformed request gets an error of OAuth")
    func malformed() async throws {
        let cases: [([(String, String)], String)] = [
            ([], "invalid_request"), ([("grant_type", Self.grantType)], "invalid_request"),
            ([("grant_type", "refresh_token"), ("assertion", "x")], "unsupported_grant_type"),
            ([("grant_type", Self.grantType), ("assertion", "x")], "invalid_grant"),
            ([("grant_type", Self.grantType), ("assertion", "a.b.c")], "invalid_grant"),
            ([("grant_type", Self.grantType), ("assertion", "x"), ("assertion", "y")], "invalid_request"),
            (
                [("grant_type", Self.grantType), ("assertion", String(repeating: "x", count: 16_385))],
                "invalid_request"
            ),
        ]
        for (pairs, error) in cases {
            let response = await server.form("/token", pairs)
            #expect(response.status == 400)
            #expect(response["error"] == .string(error))
        }
        let json = await server.post("/token", ["grant_type": .string(Self.grantType)])
        #expect(json["error"] == "invalid_request")
    }

    @Test("an error of the store is reported as such")
    func brokenStore() async throws {
        let assertion = try backEnd.sign(backEnd.assertion(at: server.clock.now()))
        server.store.fail(with: .unavailable("closed"))
        #expect(await exchange(assertion)["error"] == "temporarily_unavailable")
    }
}
