import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Recycled addresses and second accounts at a provider")
struct RecycledAddressTests {
    private static let former = ProviderSignInTests.ada
    private static let next: JSONValue = ["sub": "2", "email": "ada@gmail.com", "email_verified": true]

    @Test("the former owner of a recycled address has no way in (U16, security 1)", arguments: [true, false])
    func credentials(isVerified: Bool) async throws {
        let server = try await APIServer()
        let former = await server.signIn(with: "google.com", Self.former)
        let github = await server.signIn(
            with: "github.com",
            ["sub": "5"],
            ["idToken": former["idToken"] ?? .null]
        )
        #expect(github["localId"] == former["localId"], "\(github.text)")
        let change: JSONValue = [
            "localId": former["localId"] ?? .null, "password": "correct horse", "phoneNumber": "+16505550100",
            "displayName": "Former", "customAttributes": #"{"role":"admin"}"#,
            "emailVerified": .boolean(isVerified),
        ]
        let changed = await server.administer("/v1/projects/demo/accounts:update", change)
        #expect(changed.status == 200, "\(changed.text)")
        let password: JSONValue = ["email": "ada@gmail.com", "password": "correct horse"]
        let session = await server.call("signInWithPassword", password)
        #expect(session.status == 200, "the password is right before")

        let next = await server.signIn(with: "google.com", Self.next)
        #expect(next["localId"] == former["localId"] && next["emailRecycled"] == true, "\(next.text)")
        let user = try await server.user(of: next["idToken"])
        #expect(user["providerUserInfo"]?.array?.map { $0["providerId"] } == ["google.com"], "\(user)")
        #expect(user["phoneNumber"] == nil && user["displayName"] == nil && user["customAttributes"] == nil)
        #expect(user["emailVerified"] == true)
        #expect(await server.call("signInWithPassword", password).status == 400)
        for token in [session, github] {
            #expect(await server.refresh(token.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        }
        let other = await server.signIn(with: "github.com", ["sub": "5"])
        #expect(other["isNewUser"] == true && other["localId"] != former["localId"], "\(other.text)")
    }

    @Test(
        "an ID token from before an address was recycled does not reverse it (security 1)",
        arguments: [true, false]
    )
    func olderToken(isVerified: Bool) async throws {
        let server = try await APIServer()
        let start = server.clock.now().seconds
        func token(_ subject: String, _ issuedAt: Int64) -> JSONValue {
            [
                "sub": .string(subject), "email": "ada@gmail.com", "email_verified": true,
                "iat": .integer(issuedAt),
            ]
        }
        let former = await server.signIn(with: "google.com", token("1", start))
        server.clock.advance(by: .seconds(10))
        let next = await server.signIn(with: "google.com", token("2", start + 9))
        #expect(next["localId"] == former["localId"] && next["emailRecycled"] == true, "\(next.text)")
        let change: JSONValue = [
            "localId": next["localId"] ?? .null, "emailVerified": .boolean(isVerified),
        ]
        #expect(await server.administer("/v1/projects/demo/accounts:update", change).status == 200)

        let back = await server.signIn(with: "google.com", token("1", start + 5))
        #expect(back["needConfirmation"] == true && back["idToken"] == nil, "\(back.text)")
        let pending: JSONValue = [
            "requestUri": "http://localhost", "pendingToken": back["pendingToken"] ?? .null,
            "returnSecureToken": true,
        ]
        #expect(await server.call("signInWithIdp", pending)["idToken"] == nil)
        #expect(await server.refresh(next.string("refreshToken")).status == 200)
    }

    @Test("a code from before an address was recycled is rejected (security 9)")
    func codes() async throws {
        let server = try await APIServer()
        _ = await server.signIn(with: "google.com", Self.former)
        let sent = await server.administer(
            "/v1/projects/demo/accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@gmail.com", "returnOobLink": true]
        )
        let code = try #require(sent["oobCode"]?.string, "\(sent.text)")
        #expect(await server.signIn(with: "google.com", Self.next)["emailRecycled"] == true)
        let reset = await server.call(
            "resetPassword",
            ["oobCode": .string(code), "newPassword": "correct horse"]
        )
        #expect(reset.status == 400, "\(reset.text)")
    }

    @Test("a second account of a linked provider with another address changes nothing (security 1)")
    func otherAddress() async throws {
        let server = try await APIServer()
        let work: JSONValue = ["sub": "9", "email": "ada@corp.example", "email_verified": true]
        let user = await server.signIn(with: "google.com", Self.former)
        let unlinked = await server.call(
            "update",
            [
                "idToken": user["idToken"] ?? .null, "password": "correct horse",
                "deleteProvider": ["google.com"],
            ]
        )
        #expect(unlinked.status == 200, "\(unlinked.text)")
        let token = await server.call(
            "signInWithPassword",
            ["email": "ada@gmail.com", "password": "correct horse"]
        )["idToken"]
        let linked = await server.signIn(with: "google.com", work, ["idToken": token ?? .null])
        #expect(linked["localId"] == user["localId"], "\(linked.text)")
        let second = await server.signIn(with: "google.com", Self.former)
        #expect(second["needConfirmation"] == true && second["idToken"] == nil, "\(second.text)")
        #expect(await server.signIn(with: "google.com", work)["localId"] == user["localId"])
    }

    @Test("a link of a second account of the same provider is rejected, and the first one stays (security 2)")
    func secondAccount() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "github.com", ["sub": "5"])
        let token = user["idToken"] ?? .null
        let second = await server.signIn(
            with: "github.com",
            ["sub": "6"],
            ["idToken": token, "returnIdpCredential": false]
        )
        #expect(second.status == 400 && second.errorMessage == "PROVIDER_ALREADY_LINKED", "\(second.text)")
        #expect(await server.signIn(with: "github.com", ["sub": "5"])["localId"] == user["localId"])
        #expect(await server.signIn(with: "github.com", ["sub": "6"])["isNewUser"] == true)
    }

    @Test("one network learns of a limited number of addresses in use by a provider (security 12)")
    func enumeration() async throws {
        let server = try await APIServer()
        var project = server.project
        project.policy.signUp.maximumTakenPerNetwork = 3
        try await server.projects.change(project, by: .server) { $0 = project }
        for number in 0..<5 { _ = await server.signUp("user\(number)@example.com") }
        let owner = await server.signIn(with: "facebook.com", ["sub": "owner"])
        func claim(_ name: String) async -> APIResponse {
            await server.signIn(
                with: "facebook.com",
                ["sub": .string(name), "email": .string("\(name)@example.com")]
            )
        }
        for number in 0..<3 {
            let told = await claim("user\(number)")
            #expect(told["needConfirmation"] == true && told["localId"] == nil, "\(told.text)")
        }
        // A free address has the response of a taken one.
        for name in ["user3", "user4", "free"] {
            let rejected = await claim(name)
            #expect(rejected.status == 400 || rejected.status == 429, "\(rejected.text)")
            #expect(rejected.errorMessage?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") == true)
        }
        // Known users and proved addresses are not held up.
        #expect(await server.signIn(with: "facebook.com", ["sub": "owner"])["localId"] == owner["localId"])
        #expect(await server.signIn(with: "google.com", Self.former)["isNewUser"] == true)
    }

    @Test("the issuer of a provider stays while users have accounts of it (security 3)")
    func issuer() async throws {
        let server = try await APIServer()
        let id = try #require(ProviderID(rawValue: "oidc.acme"))
        let pool = UserPool(project: server.project.id)
        let administration = ProviderAdministration(projects: server.projects)
        _ = try await administration.create(id, in: pool, by: .server) {
            $0.clientID = "cardea"
            $0.issuer = "https://one.example"
        }
        _ = try await administration.update(id, in: pool, by: .server) { $0.issuer = "https://two.example" }
        #expect(await server.signIn(with: "oidc.acme", ["sub": "1"])["isNewUser"] == true)
        await #expect(throws: ProviderAdministrationError.self) {
            _ = try await administration.update(id, in: pool, by: .server) {
                $0.issuer = "https://three.example"
            }
        }
        let kept = try await administration.update(id, in: pool, by: .server) { $0.displayName = "Acme" }
        #expect(kept.issuer == "https://two.example" && kept.displayName == "Acme")
    }

    @Test("an issuer without TLS is rejected, except on this machine (security 6)")
    func plainIssuer() async throws {
        let server = try await APIServer()
        let id = try #require(ProviderID(rawValue: "oidc.acme"))
        let pool = UserPool(project: server.project.id)
        let administration = ProviderAdministration(projects: server.projects)
        for issuer in ["http://one.example", "HTTP://one.example", "http://127.0.0.1.one.example"] {
            await #expect(throws: ProviderAdministrationError.self) {
                _ = try await administration.create(id, in: pool, by: .server) {
                    $0.clientID = "cardea"
                    $0.issuer = issuer
                }
            }
        }
        let local = try await administration.create(id, in: pool, by: .server) {
            $0.clientID = "cardea"
            $0.issuer = "http://127.0.0.1:8080"
        }
        #expect(local.issuer == "http://127.0.0.1:8080")
    }

    @Test("control characters of a provider's name and of a profile are left out (security 31)")
    func names() async throws {
        let server = try await APIServer()
        let signedIn = await server.signIn(
            with: "github.com",
            ["sub": "5", "name": "A\u{0}d\u{1B}[31ma\r\n\u{85}"]
        )
        #expect(try await server.user(of: signedIn["idToken"])["displayName"] == "Ad[31ma")
        let updated = await server.call(
            "update",
            ["idToken": signedIn["idToken"] ?? .null, "displayName": "Gr\u{7}ace"]
        )
        #expect(updated["displayName"] == "Grace", "\(updated.text)")
    }
}

extension APIServer {
    /// The user of an ID token, as `accounts:lookup` returns it.
    func user(of token: JSONValue?) async throws -> JSONValue {
        let lookup = await call("lookup", ["idToken": token ?? .null])
        return try #require(lookup["users"]?.array?.first, "\(lookup.text)")
    }
}
