import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Sign-in with a provider over Identity Toolkit")
struct ProviderSignInTests {
    static let ada: JSONValue = [
        "sub": "1", "email": "Ada@Gmail.com", "email_verified": true, "name": "Ada",
        "picture": "https://example.com/ada.png",
    ]

    @Test("a first sign-in creates a user with the profile of the provider (U4, U6)")
    func first() async throws {
        let server = try await APIServer()
        let response = await server.signIn(with: "google.com", Self.ada)
        #expect(response.status == 200, "\(response.text)")
        #expect(response["kind"] == "identitytoolkit#VerifyAssertionResponse")
        #expect(response["isNewUser"] == true && response["email"] == "ada@gmail.com")
        #expect(response["emailVerified"] == true && response["providerId"] == "google.com")
        #expect(response["federatedId"] == "https://accounts.google.com/1")
        #expect(response["oauthAccessToken"] == "access of 1" && response["oauthExpireIn"] == 3600)
        #expect(response["refreshToken"] != nil && response["expiresIn"] == "3600")
        #expect(JSONValue(parsing: response.string("rawUserInfo").utf8)?["sub"] == "1")

        let lookup = await server.call("lookup", ["idToken": response["idToken"] ?? .null])
        let user = try #require(lookup["users"]?.array?.first)
        #expect(user["email"] == "ada@gmail.com" && user["emailVerified"] == true)
        #expect(user["displayName"] == "Ada" && user["photoUrl"] == "https://example.com/ada.png")
        #expect(
            user["providerUserInfo"] == [
                [
                    "providerId": "google.com", "rawId": "1", "federatedId": "1", "email": "ada@gmail.com",
                    "displayName": "Ada", "photoUrl": "https://example.com/ada.png",
                ]
            ]
        )
    }

    @Test("a second sign-in has the same user, and a new session (K4)")
    func second() async throws {
        let server = try await APIServer()
        let first = await server.signIn(with: "google.com", Self.ada)
        let second = await server.signIn(with: "google.com", Self.ada)
        #expect(second["localId"] == first["localId"] && second["isNewUser"] == nil)
        #expect(await server.refresh(first.string("refreshToken")).status == 200)
        #expect(await server.refresh(second.string("refreshToken")).status == 200)
    }

    @Test("the ID token names the provider and the identities, also after a refresh")
    func claims() async throws {
        let server = try await APIServer()
        let claims: JSONValue = ["sub": "a/1", "email": "ada@acme.example", "email_verified": true]
        let response = await server.signIn(with: "oidc.acme", claims)
        let refreshed = await server.refresh(response.string("refreshToken"))
        for token in [response.string("idToken"), refreshed.string("id_token")] {
            let firebase = try #require(token.claims?["firebase"])
            #expect(firebase["sign_in_provider"] == "oidc.acme")
            #expect(firebase["identities"] == ["email": ["ada@acme.example"], "oidc.acme": ["a/1"]])
            #expect(firebase["sign_in_attributes"] == ["groups": ["staff"]])
        }
    }

    @Test("a session that continues by another sign-in method has no attributes of the provider")
    func replacedAttributes() async throws {
        let server = try await APIServer()
        let claims: JSONValue = ["sub": "a/1", "email": "ada@acme.example", "email_verified": true]
        let first = await server.signIn(with: "oidc.acme", claims)
        let updated = await server.call(
            "update",
            [
                "idToken": .string(first.string("idToken")), "password": "correct horse",
                "returnSecureToken": true,
            ]
        )
        let kept = updated.string("idToken").claims?["firebase"]
        #expect(kept?["sign_in_provider"] == "oidc.acme", "\(updated.text)")
        #expect(kept?["sign_in_attributes"] == ["groups": ["staff"]])
        let proved = await server.call(
            "signInWithPassword",
            [
                "idToken": .string(updated.string("idToken")), "email": "ada@acme.example",
                "password": "correct horse", "returnSecureToken": true,
            ]
        )
        let firebase = try #require(proved.string("idToken").claims?["firebase"])
        #expect(firebase["sign_in_provider"] == "password")
        #expect(firebase["sign_in_attributes"] == nil)
    }

    @Test("a user without an address signs in by the subject")
    func withoutEmail() async throws {
        let server = try await APIServer()
        let first = await server.signIn(with: "github.com", ["sub": "7", "name": "Ada"])
        #expect(first["isNewUser"] == true && first["email"] == nil, "\(first.text)")
        let other = await server.signIn(with: "github.com", ["sub": "8"])
        #expect(other["isNewUser"] == true && other["localId"] != first["localId"])
        #expect(await server.signIn(with: "github.com", ["sub": "7"])["localId"] == first["localId"])
        // The user is not a guest: it has refresh tokens, and says so.
        #expect(first["refreshToken"] != nil)
        #expect(first.string("idToken").claims?["provider_id"] == nil)
    }

    @Test("without autoCreate, a user who has no such identity is not found")
    func autoCreate() async throws {
        let server = try await APIServer()
        let response = await server.signIn(with: "google.com", Self.ada, ["autoCreate": false])
        #expect(response.errorMessage == "USER_NOT_FOUND")
        _ = await server.signUp("ada@gmail.com")
        let linked = await server.signIn(with: "google.com", Self.ada, ["autoCreate": false])
        #expect(linked.errorMessage == "USER_NOT_FOUND")
        let user = await server.signIn(with: "google.com", Self.ada)
        let again = await server.signIn(with: "google.com", Self.ada, ["autoCreate": false])
        #expect(again["localId"] == user["localId"] && again["idToken"] != nil)
    }

    @Test("if self-service sign-up is off, only new users are rejected (U11)")
    func signUpOff() async throws {
        var policy = Policy()
        policy.signUp.allowed = false
        let server = try await APIServer(policy: policy)
        let rejected = await server.signIn(with: "google.com", Self.ada)
        #expect(rejected.errorMessage == "ADMIN_ONLY_OPERATION")
        let create: JSONValue = ["email": "ada@gmail.com", "emailVerified": true]
        let made = await server.administer("/v1/projects/demo/accounts", create)
        let linked = await server.signIn(with: "google.com", Self.ada)
        #expect(linked["localId"] == made["localId"] && linked["idToken"] != nil, "\(linked.text)")
    }

    @Test("a disabled user and a disabled provider are rejected (security 17)")
    func disabled() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "google.com", Self.ada)
        let update = "/v1/projects/demo/accounts:update"
        let id = user["localId"] ?? .null
        _ = await server.administer(update, ["localId": id, "disableUser": true])
        #expect(await server.signIn(with: "google.com", Self.ada).errorMessage == "USER_DISABLED")
        // Another trusted identity with the address opens the user neither.
        let apple: JSONValue = ["sub": "9", "email": "ada@gmail.com", "email_verified": true]
        #expect(await server.signIn(with: "apple.com", apple).errorMessage == "USER_DISABLED")
        _ = await server.administer(update, ["localId": id, "disableUser": false])
        #expect(await server.signIn(with: "google.com", Self.ada).status == 200)
        server.providers.set("google.com", enabled: false)
        let off = await server.signIn(with: "google.com", Self.ada)
        #expect(
            off.errorMessage == "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled."
        )
    }

    @Test("a provider that does not respond is an error of the server, not of the credential")
    func unavailable() async throws {
        let server = try await APIServer()
        server.providers.set(isDown: true)
        let response = await server.signIn(with: "google.com", Self.ada)
        #expect(response.status == 503)
        server.providers.set(isDown: false)
        #expect(await server.signIn(with: "google.com", Self.ada).status == 200)
    }

    @Test("pools of tenants and projects have their own identities (security 19)")
    func isolation() async throws {
        let server = try await APIServer()
        let path = "/v2/projects/demo/tenants"
        let tenant = await server.administer(path, ["displayName": "blue", "allowPasswordSignup": true])
        let name = try #require(tenant.string("name").split(separator: "/").last.map(String.init))
        let inProject = await server.signIn(with: "google.com", Self.ada)
        let inTenant = await server.signIn(with: "google.com", Self.ada, ["tenantId": .string(name)])
        #expect(inTenant["isNewUser"] == true && inTenant["tenantId"] == .string(name), "\(inTenant.text)")
        #expect(inTenant["localId"] != inProject["localId"])
        let token = inTenant["idToken"] ?? .null
        let linked = await server.signIn(with: "github.com", ["sub": "5"], ["idToken": token])
        #expect(linked["localId"] == inTenant["localId"] && linked["tenantId"] == .string(name))
        #expect(await server.signIn(with: "github.com", ["sub": "5"])["isNewUser"] == true)
    }

    @Test(
        "a request without a usable credential is rejected",
        arguments: [
            ([:], "MISSING_REQUEST_URI"),
            (["requestUri": "x"], "INVALID_REQUEST_URI"),
            (["requestUri": "x:y"], "INVALID_REQUEST_URI"),
            (["requestUri": "com.example.app:/back"], "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
            (["requestUri": "http://localhost"], "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
            (
                ["requestUri": "http://localhost", "postBody": "id_token=x"],
                "INVALID_CREDENTIAL_OR_PROVIDER_ID"
            ),
            (["requestUri": "http://localhost", "postBody": "%zz"], "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
            (
                ["requestUri": "http://localhost", "postBody": "providerId=google.com"],
                "INVALID_CREDENTIAL_OR_PROVIDER_ID"
            ),
            (
                ["requestUri": "http://localhost", "postBody": "id_token=x&providerId=password"],
                "INVALID_PROVIDER_ID"
            ),
            (
                ["requestUri": "http://localhost", "postBody": "id_token=x&providerId=google.com"],
                "INVALID_IDP_RESPONSE"
            ),
            (["requestUri": "http://localhost", "pendingToken": "x"], "INVALID_PENDING_TOKEN"),
        ] as [([String: JSONValue], String)]
    )
    func unusable(_ body: [String: JSONValue], _ code: String) async throws {
        let server = try await APIServer()
        let response = await server.call("signInWithIdp", .object(body))
        let message = response.errorMessage ?? ""
        #expect(response.status == 400 && message.split(separator: " ").first.map(String.init) == code)
        let v3 = "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyAssertion"
        #expect(await server.post(v3, .object(body), key: "demo-key").errorMessage == message)
    }

    @Test("a nonce that is not that of the token is rejected (security 3)")
    func nonce() async throws {
        let server = try await APIServer()
        let claims: JSONValue = ["sub": "1", "nonce": "n1"]
        #expect(await server.signIn(with: "google.com", claims).errorMessage == "MISSING_OR_INVALID_NONCE")
        let token = String(decoding: claims.text, as: UTF8.self)
        let form = FormCoding.encode([("id_token", token), ("providerId", "google.com"), ("nonce", "n1")])
        let body: JSONValue = ["requestUri": "http://localhost", "postBody": .string(form)]
        #expect(await server.call("signInWithIdp", body).status == 200)
    }

    @Test("users of several providers may have one address if the project says so")
    func duplicates() async throws {
        let server = try await APIServer()
        let patch = await server.send(
            .init(
                .patch,
                "/v2/projects/demo/config",
                query: "updateMask=signIn.allowDuplicateEmails",
                fields: [
                    .authorization: "Bearer \(server.administratorToken)", .contentType: "application/json",
                ],
                body: (["signIn": ["allowDuplicateEmails": true]] as JSONValue).text
            )
        )
        #expect(patch["signIn"]?["allowDuplicateEmails"] == true, "\(patch.text)")
        let password = await server.signUp("ada@gmail.com")
        let google = await server.signIn(with: "google.com", Self.ada)
        let github: JSONValue = ["sub": "2", "email": "ada@gmail.com"]
        let other = await server.signIn(with: "github.com", github)
        #expect(Set([password, google, other].map { $0.string("localId") }).count == 3)
        #expect(google["isNewUser"] == true && google["email"] == "ada@gmail.com", "\(google.text)")
        let lookup = await server.call("lookup", ["idToken": google["idToken"] ?? .null])
        let user = try #require(lookup["users"]?.array?.first)
        #expect(user["email"] == nil && user["providerUserInfo"]?.array?.first?["email"] == "ada@gmail.com")
    }

    @Test("an emulator accepts JSON text and unverified tokens, and trusts each verified address")
    func emulator() async throws {
        let server = try await APIServer(emulator: true)
        let json = await server.signIn(with: "google.com", ["sub": "1", "email": "a@example.com"])
        #expect(json["isNewUser"] == true && json["emailVerified"] == false, "\(json.text)")
        #expect(JSONValue(parsing: json.string("rawUserInfo").utf8)?["id"] == "1")
        let trusted: JSONValue = ["sub": "2", "email": "a@example.com", "email_verified": true]
        let second = await server.signIn(with: "github.com", trusted)
        #expect(second["localId"] == json["localId"] && second["emailVerified"] == true, "\(second.text)")
        let header = Base64URL.encode(Array(#"{"alg":"RS256","kid":"x"}"#.utf8))
        let token = "\(header).\(Base64URL.encode(trusted.text)).AAAA"
        for name in ["id_token", "access_token"] {
            let form = FormCoding.encode([(name, token), ("providerId", "github.com")])
            let body: JSONValue = ["requestUri": "http://localhost", "postBody": .string(form)]
            #expect(await server.call("signInWithIdp", body)["localId"] == json["localId"])
        }
        let revoke: JSONValue = [
            "idToken": second["idToken"] ?? .null, "providerId": "github.com", "token": "x",
        ]
        #expect(await server.post("/v2/accounts:revokeToken", revoke, key: "k").status == 200)
        let bad = await server.signIn(with: "google.com", ["email": "a@example.com"])
        #expect(bad.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : Invalid Idp Response") == true)
    }
}

extension String {
    /// The claims of a token, unverified.
    var claims: JSONValue? {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let json = Base64URL.decode(String(parts[1])) else { return nil }
        return JSONValue(parsing: json)
    }
}
