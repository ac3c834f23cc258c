import APITestSupport
import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import Testing

/// Sign-in by custom tokens (U6, U13).
@Suite("Custom tokens") struct CustomTokenTests {
    let server: APIServer
    let accounts: ServiceAccounts
    let backEnd: ServiceAccountSample

    init() async throws {
        server = try await APIServer()
        accounts = ServiceAccounts(projects: server.projects)
        backEnd = try await ServiceAccountSample(in: accounts)
    }

    private var now: Timestamp { server.clock.now() }

    private func signIn(_ token: String) async -> APIResponse {
        await server.call("signInWithCustomToken", ["token": .string(token), "returnSecureToken": true])
    }

    func signIn(_ more: JSONObject, header: JSONObject? = nil) async throws -> APIResponse {
        await signIn(try backEnd.sign(backEnd.customToken(at: now, more), header: header))
    }

    func claims(_ token: String) -> JSONValue? {
        let parts = token.split(separator: ".")
        guard parts.count == 3, let bytes = Base64URL.decode(parts[1]) else { return nil }
        return JSONValue(parsing: bytes)
    }

    @Test("the first sign-in creates a user who is not anonymous, and the second finds the user (U6, U13)")
    func firstAndSecondSignIn() async throws {
        let first = try await signIn([:])
        #expect(first.status == 200)
        #expect(first["isNewUser"] == true)
        #expect(first["kind"] == "identitytoolkit#VerifyCustomTokenResponse")
        let claims = claims(first.string("idToken"))
        #expect(claims?["sub"] == "ada")
        #expect(claims?["firebase"]?["sign_in_provider"] == "custom")
        #expect(claims?["provider_id"] == nil)
        let second = try await signIn([:])
        #expect(second["isNewUser"] == false)
        let lookup = await server.call("lookup", ["idToken": .string(second.string("idToken"))])
        #expect(lookup["users"]?.array?.first?["customAuth"] == true)
        #expect(lookup["users"]?.array?.count == 1)
    }

    @Test("a sign-up by custom token sets no profile, with any claims of the token (U4)")
    func emptyProfile() async throws {
        let claims: JSONValue = ["displayName": "Ada", "photoUrl": "https://app.example/ada.png"]
        let token = try await signIn(["claims": claims]).string("idToken")
        let lookup = await server.call("lookup", ["idToken": .string(token)])
        let user = try #require(lookup["users"]?.array?.first)
        for field in ["email", "displayName", "photoUrl", "phoneNumber"] { #expect(user[field] == nil) }
        #expect(user["localId"] == "ada")
    }

    @Test("a token without kid is accepted, as Google's SDKs for Java, Go and Node send it")
    func withoutKeyID() async throws {
        _ = try await accounts.addKey(to: backEnd.account.id, by: .server)
        #expect(try await signIn([:], header: ["alg": "RS256", "typ": "JWT"]).status == 200)
        #expect(try await signIn([:], header: ["alg": "RS256"]).status == 200)
    }

    @Test("a disabled user is rejected (security 17)")
    func disabledUser() async throws {
        _ = try await signIn([:])
        let body: JSONValue = ["localId": "ada", "disableUser": true]
        #expect(await server.administer("/v1/projects/demo/accounts:update", body).status == 200)
        #expect(try await signIn([:]).errorMessage == "USER_DISABLED")
    }

    @Test(
        "a token whose header is not that of the key is rejected (security 14)",
        arguments: [
            ["alg": "none", "typ": "JWT"], ["alg": "None"], ["alg": "HS256", "typ": "JWT"],
            ["alg": "ES256"], ["alg": "RS512"], ["alg": "PS256"],
            ["alg": "RS256", "kid": "unknown", "typ": "JWT"], ["alg": "RS256", "kid": ""],
            ["alg": "RS256", "kid": 7], ["alg": "RS256", "typ": "at+jwt"],
            ["alg": "RS256", "jwk": ["kty": "RSA"]], ["alg": "RS256", "jku": "https://evil.example"],
            ["alg": "RS256", "x5c": []], ["alg": "RS256", "crit": ["b64"], "b64": false], ["typ": "JWT"],
        ] as [JSONObject]
    )
    func confusedHeader(_ header: JSONObject) async throws {
        let response = try await signIn([:], header: header)
        #expect(response.status == 400)
        #expect(response.errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
        let input = ServiceAccountSample.unsigned(backEnd.customToken(at: now), header: header)
        // Without a signature, and under the public key as a secret.
        let secret = Array((backEnd.account.keys.first?.publicKeyPEM ?? "").utf8)
        let mac = Base64URL.encode(HMACKey(secret).authenticate(Array(input.utf8)))
        for token in ["\(input).", "\(input).\(mac)", input] {
            #expect(await signIn(token).errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
        }
        #expect(try await server.services.users.find(.id(UserID(rawValue: "ada")), in: backEnd.pool) == nil)
    }

    @Test(
        "a token with invalid claims is rejected (security 14, 20)",
        arguments: [
            (["aud": "https://id.example/token"], "INVALID_CUSTOM_TOKEN"),
            (["aud": .null], "INVALID_CUSTOM_TOKEN"),
            (["sub": "somebody"], "INVALID_CUSTOM_TOKEN"), (["sub": .null], "INVALID_CUSTOM_TOKEN"),
            (["iss": "back-end@other.cardea.internal"], "INVALID_CUSTOM_TOKEN"),
            (["iss": "nobody@demo.cardea.internal"], "INVALID_CUSTOM_TOKEN"),
            (["iss": "back-end@demo.example"], "INVALID_CUSTOM_TOKEN"),
            (["iss": .null], "INVALID_CUSTOM_TOKEN"),
            (["uid": .null], "INVALID_CUSTOM_TOKEN"), (["uid": ""], "INVALID_CUSTOM_TOKEN"),
            (["uid": .string(String(repeating: "x", count: 129))], "INVALID_CUSTOM_TOKEN"),
            (["uid": "a b"], "INVALID_CUSTOM_TOKEN"), (["uid": 7], "INVALID_CUSTOM_TOKEN"),
            (["exp": .null], "INVALID_CUSTOM_TOKEN"), (["iat": .null], "INVALID_CUSTOM_TOKEN"),
            (["iat": "now"], "INVALID_CUSTOM_TOKEN"), (["exp": .integer(.max)], "INVALID_CUSTOM_TOKEN"),
            (["iat": .integer(.min)], "INVALID_CUSTOM_TOKEN"),
            (["nbf": 9_999_999_999], "INVALID_CUSTOM_TOKEN"),
            (["nbf": "soon"], "INVALID_CUSTOM_TOKEN"),
            (["claims": "x"], "INVALID_CLAIMS"), (["claims": [1]], "INVALID_CLAIMS"),
            (["claims": ["sub": "root"]], "FORBIDDEN_CLAIM : sub"),
            (["claims": ["firebase": [:]]], "FORBIDDEN_CLAIM : firebase"),
            (["claims": ["x": .string(String(repeating: "x", count: 1000))]], "CLAIMS_TOO_LARGE"),
            (["tenant_id": "blue"], "TENANT_ID_MISMATCH"), (["tenant_id": 7], "TENANT_ID_MISMATCH"),
        ] as [(JSONObject, String)]
    )
    func invalidClaims(_ more: JSONObject, _ error: String) async throws {
        let response = try await signIn(more)
        #expect(response.status == 400)
        #expect(response.errorMessage?.hasPrefix(error) == true, "\(response.errorMessage ?? "-")")
        #expect(try await server.services.users.list(in: backEnd.pool, limit: 1).isEmpty)
    }

    @Test(
        "the times of a token are checked to the minute (security 28)",
        arguments: [
            (-3600, 0, true), (-3659, -59, true), (-3660, -60, false), (0, 3600, true), (0, 3601, false),
            (59, 60, true), (61, 62, false), (-7200, 0, false),
        ]
    )
    func times(issued: Int64, expires: Int64, isAccepted: Bool) async throws {
        let times: JSONObject = [
            "iat": .integer(now.seconds + issued), "exp": .integer(now.seconds + expires),
        ]
        #expect(try await signIn(times).status == (isAccepted ? 200 : 400))
    }

    @Test("a service account of another project signs no user in (security 19)")
    func anotherProject() async throws {
        let stranger = try await ServiceAccountSample(in: accounts, project: "other")
        let token = try stranger.sign(stranger.customToken(at: now))
        #expect(await signIn(token).errorMessage == "CREDENTIAL_MISMATCH")
        // Nor under the name of this project's account.
        let forged = try stranger.sign(stranger.customToken(at: now, ["iss": .string(backEnd.email)]))
        #expect(await signIn(forged).errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
    }

    @Test("a disabled or deleted service account, or a deleted key, signs no user in (security 17)")
    func endedAccount() async throws {
        let id = backEnd.account.id
        let second = try ServiceAccountSample(await accounts.addKey(to: id, by: .server))
        let old = try backEnd.sign(backEnd.customToken(at: now))
        let new = try second.sign(second.customToken(at: now))
        _ = try await accounts.deleteKey(backEnd.keyID, of: id, by: .server)
        #expect(await signIn(old).status == 400)
        #expect(await signIn(new).status == 200)
        _ = try await accounts.setDisabled(id, true, by: .server)
        #expect(await signIn(new).status == 400)
        _ = try await accounts.setDisabled(id, false, by: .server)
        #expect(await signIn(new).status == 200)
        try await accounts.delete(id, by: .server)
        #expect(await signIn(new).status == 400)
    }

    @Test("the error of a malformed custom token has the reason")
    func reasons() async throws {
        let claims = backEnd.customToken(at: now)
        func text(_ json: String) -> String { Base64URL.encode(Array(json.utf8)) }
        let tokens = [
            (text(#"{"alg":"RS256","jku":"https://evil.example"}"#) + ".e30.AA", "header must not have"),
            (text(#"{"alg":"RS256","typ":"at+jwt"}"#) + ".e30.AA", "type (typ)"),
            (text(#"{"alg":"RS256"}"#) + "." + text(#"{"uid":"a","uid":"b"}"#) + ".AA", "claims are not"),
            ("a.b", "compact form"),
        ]
        for (token, reason) in tokens {
            #expect(await signIn(token).errorMessage?.contains(reason) == true, "\(token)")
        }
        #expect(await signIn(try backEnd.sign(claims)).status == 200)
    }

    @Test("a token that is too long or malformed is rejected", arguments: ["x", "a.b.c", "..", "{}", "a.b"])
    func malformed(_ token: String) async throws {
        #expect(await signIn(token).errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
        let long = String(repeating: "a", count: 16_385)
        #expect(await signIn(long).errorMessage == "INVALID_CUSTOM_TOKEN")
    }

    @Test(
        "the operation has its name of version 3 too, and a user without an address gets refresh tokens (K3)"
    )
    func oldName() async throws {
        let response = await server.post(
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyCustomToken",
            ["token": .string(try backEnd.sign(backEnd.customToken(at: now)))],
            key: "demo-key"
        )
        #expect(response.status == 200)
        #expect(response.string("refreshToken").isEmpty == false)
    }
}

/// The emulator accepts what Google's emulator accepts.
@Suite("Custom tokens in an emulator") struct EmulatorCustomTokenTests {
    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    @Test("an unsigned token, a JSON object and a token of any signer are accepted")
    func unsigned() async throws {
        let server = try await APIServer(emulator: true)
        let claims: JSONObject = ["aud": .string(Self.audience), "uid": "ada", "claims": ["plan": "gold"]]
        let tokens = [
            ServiceAccountSample.unsigned(claims, header: ["alg": "none", "typ": "JWT"]) + ".",
            ServiceAccountSample.unsigned(claims, header: ["alg": "RS256"]) + ".AAAA",
            #"{"uid":"ada"}"#,
        ]
        for token in tokens {
            #expect(await server.call("signInWithCustomToken", ["token": .string(token)]).status == 200)
        }
        for token in ["{", #"{"uid":true}"#, #"{"uid":"a","uid":"b"}"#, "x"] {
            let response = await server.call("signInWithCustomToken", ["token": .string(token)])
            #expect(response.errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
        }
        let stray = ServiceAccountSample.unsigned(["aud": "x", "uid": "a"], header: ["alg": "none"]) + "."
        let response = await server.call("signInWithCustomToken", ["token": .string(stray)])
        #expect(response.errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
    }

    @Test("the tenant of the token must be the tenant of the request")
    func tenants() async throws {
        let server = try await APIServer(emulator: true)
        func signIn(_ token: String, _ tenant: JSONValue) async -> String? {
            await server.call("signInWithCustomToken", ["token": .string(token), "tenantId": tenant])
                .errorMessage
        }
        #expect(await signIn(#"{"uid":"a","tenant_id":"blue"}"#, "blue") == nil)
        #expect(await signIn(#"{"uid":"a","tenant_id":"blue"}"#, "red") == "TENANT_ID_MISMATCH")
        #expect(await signIn(#"{"uid":"a","tenant_id":"blue"}"#, .null) == "TENANT_ID_MISMATCH")
        #expect(await signIn(#"{"uid":"a"}"#, "blue") == "TENANT_ID_MISMATCH")
    }
}

extension ServiceAccountSample {
    fileprivate var pool: UserPool { UserPool(project: account.id.project) }
}
