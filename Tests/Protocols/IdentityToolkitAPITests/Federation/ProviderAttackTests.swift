import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Attacks on sign-in with a provider")
struct ProviderAttackTests {
    private static let victim: JSONValue = ["sub": "1", "email": "ada@gmail.com", "email_verified": true]

    @Test("an account that was made in advance is taken over with nothing of its maker (security 1)")
    func preHijack() async throws {
        let server = try await APIServer()
        // The attacker signs up with the victim's address, and adds every credential there is.
        let thief = await server.signUp("ada@gmail.com")
        var token = thief["idToken"] ?? .null
        let mine: JSONValue = ["sub": "666", "email": "eve@gmail.com", "email_verified": true]
        let linked = await server.signIn(with: "apple.com", mine, ["idToken": token])
        #expect(linked["localId"] == thief["localId"], "\(linked.text)")
        token = linked["idToken"] ?? .null
        let github = await server.signIn(with: "github.com", ["sub": "667"], ["idToken": token])
        let pending = await server.signIn(with: "facebook.com", ["sub": "668", "email": "ada@gmail.com"])
        #expect(pending["needConfirmation"] == true)
        let reset = await server.administer(
            "/v1/projects/demo/accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@gmail.com", "returnOobLink": true]
        )
        let phone: JSONValue = ["localId": thief["localId"] ?? .null, "phoneNumber": "+16505550100"]
        _ = await server.administer("/v1/projects/demo/accounts:update", phone)

        let victim = await server.signIn(with: "google.com", Self.victim)
        #expect(victim["localId"] == thief["localId"] && victim["emailVerified"] == true, "\(victim.text)")
        let lookup = await server.call("lookup", ["idToken": victim["idToken"] ?? .null])
        let user = try #require(lookup["users"]?.array?.first)
        #expect(user["providerUserInfo"]?.array?.count == 1 && user["phoneNumber"] == nil, "\(user)")
        #expect(user["passwordHash"] == nil)
        // No session, token, password, identity or code of the attacker works.
        for session in [thief, linked, github] {
            #expect(await server.refresh(session.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
            let old = await server.call("lookup", ["idToken": session["idToken"] ?? .null])
            #expect(old.errorMessage == "TOKEN_EXPIRED")
        }
        let password: JSONValue = ["email": "ada@gmail.com", "password": "correct horse"]
        #expect(await server.call("signInWithPassword", password).status == 400)
        let code: JSONValue = ["oobCode": reset["oobCode"] ?? .null, "newPassword": "another horse"]
        #expect(await server.call("resetPassword", code).errorMessage == "INVALID_OOB_CODE")
        for (provider, claims) in [("apple.com", mine), ("github.com", ["sub": "667"] as JSONValue)] {
            let again = await server.signIn(with: provider, claims)
            #expect(again["localId"] != victim["localId"] && again["isNewUser"] == true, "\(again.text)")
        }
    }

    @Test(
        "invalid credentials of one network, and its waits for one provider, delay nothing else (security 27)"
    )
    func flood() async throws {
        let server = try await APIServer()
        // Slow ones first: a network has a share of the requests to a provider.
        server.providers.set(slow: "google.com")
        await withTaskGroup(of: APIResponse.self) { group in
            for _ in 0..<16 { group.addTask { await server.signIn(with: "google.com", ["sub": "1"]) } }
            await server.providers.wait(for: 16)
            let rejected = await server.signIn(with: "google.com", ["sub": "1"])
            #expect(rejected.status == 429, "\(rejected.text)")
            #expect(rejected.errorMessage?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") == true)
            #expect(rejected.fields[.retryAfter] == "1", "\(rejected.text)")
            let apple = await server.signIn(with: "apple.com", ["sub": "1"])
            #expect(apple.status == 200, "another provider: \(apple.text)")
            group.addTask { await server.signIn(with: "google.com", ["sub": "2"], from: "198.51.100.1") }
            await server.providers.wait(for: 17)
            server.providers.set(slow: nil)
            for await response in group { #expect(response.status == 200, "\(response.text)") }
        }
        for _ in 0..<100 {
            let bogus = await server.signIn(with: "google.com", ["nothing": true])
            #expect(bogus.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true)
        }
        // The next ones take turns; as soon as those wait too long, they are rejected before the provider is asked.
        let before = server.providers.verifications
        await withTaskGroup(of: APIResponse.self) { group in
            for _ in 0..<30 { group.addTask { await server.signIn(with: "google.com", ["nothing": true]) } }
            while let response = await group.next(), response.status != 429 {}
            let other = await server.signIn(with: "google.com", ["sub": "2"], from: "198.51.100.1")
            #expect(other.status == 200, "\(other.text)")
            group.cancelAll()
        }
        #expect(server.providers.verifications - before < 30)
    }

    @Test("a proof by mail ends an untrusted identity, too (security 1)", arguments: [true, false])
    func preHijackByMail(byReset: Bool) async throws {
        let server = try await APIServer()
        let facebook: JSONValue = ["sub": "7", "email": "ada@gmail.com", "email_verified": true]
        let thief = await server.signIn(with: "facebook.com", facebook)
        #expect(thief["isNewUser"] == true && thief["emailVerified"] == false, "\(thief.text)")
        let type: JSONValue = byReset ? "PASSWORD_RESET" : "EMAIL_SIGNIN"
        let sent = await server.administer(
            "/v1/projects/demo/accounts:sendOobCode",
            ["requestType": type, "email": "ada@gmail.com", "returnOobLink": true]
        )
        let code = sent["oobCode"] ?? .null
        let proven =
            byReset
            ? await server.call("resetPassword", ["oobCode": code, "newPassword": "my own horse"])
            : await server.call("signInWithEmailLink", ["oobCode": code, "email": "ada@gmail.com"])
        #expect(proven.status == 200, "\(proven.text)")
        #expect(await server.signIn(with: "facebook.com", facebook)["needConfirmation"] == true)
        #expect(await server.refresh(thief.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
    }

    @Test(
        "an address that the provider does not prove is not linked to a user (security 1)",
        arguments: [
            ("google.com", ["sub": "9", "email": "ada@gmail.com", "email_verified": false]),
            ("google.com", ["sub": "9", "email": "ada@gmail.com"]),
            ("google.com", ["sub": "9", "email": "ada@corp.example", "email_verified": true]),
            ("facebook.com", ["sub": "9", "email": "ada@gmail.com", "email_verified": true]),
            ("oidc.acme", ["sub": "9", "email": "ada@gmail.com", "email_verified": true]),
        ] as [(String, JSONValue)]
    )
    func untrusted(_ provider: String, _ claims: JSONValue) async throws {
        let server = try await APIServer()
        for email in ["ada@gmail.com", "ada@corp.example"] {
            let create: JSONValue = [
                "email": .string(email), "emailVerified": true, "password": "correct horse",
            ]
            _ = await server.administer("/v1/projects/demo/accounts", create)
        }
        let response = await server.signIn(with: provider, claims)
        #expect(response["needConfirmation"] == true && response["idToken"] == nil, "\(response.text)")
    }

    @Test("users cannot set what providers prove (security 10)")
    func ownClaims() async throws {
        let server = try await APIServer()
        let user = await server.signUp("eve@example.com")
        let token = user["idToken"] ?? .null
        let info: JSONValue = ["providerId": "google.com", "rawId": "1"]
        for (name, value) in [("linkProviderUserInfo", info), ("emailVerified", true)] {
            let response = await server.call("update", ["idToken": token, name: value])
            #expect(response.errorMessage?.hasPrefix("UNEXPECTED_PARAMETER") == true, "\(response.text)")
        }
        // The identity of a request comes from the token alone.
        let other = await server.signUp("bob@example.com")
        for field in ["localId", "federatedId", "email", "emailVerified"] {
            let extra: [String: JSONValue] = [field: other["localId"] ?? .null]
            let response = await server.signIn(with: "google.com", Self.victim, extra)
            #expect(response.status == 400 && response["idToken"] == nil, "\(field)")
        }
    }

    @Test("100 first sign-ins of one identity at once make one user (security 18)")
    func concurrentSignUps() async throws {
        let server = try await APIServer()
        let users = await withTaskGroup(of: APIResponse.self) { group in
            for _ in 0..<100 { group.addTask { await server.signIn(with: "google.com", Self.victim) } }
            return await group.reduce(into: [APIResponse]()) { $0.append($1) }
        }
        #expect(users.allSatisfy { $0.status == 200 }, "\(users.first { $0.status != 200 }?.text ?? "")")
        #expect(Set(users.map { $0.string("localId") }).count == 1)
        #expect(users.filter { $0["isNewUser"] == true }.count == 1)
        #expect(try await server.services.users.count(in: UserPool(project: server.project.id)) == 1)
    }

    @Test("links of one identity to many users at once make one of them its user (security 18)")
    func concurrentLinks() async throws {
        let server = try await APIServer()
        var tokens: [JSONValue] = []
        for _ in 0..<20 {
            tokens.append(await server.call("signUp", ["returnSecureToken": true])["idToken"] ?? .null)
        }
        let responses = await withTaskGroup(of: APIResponse.self) { group in
            for token in tokens {
                group.addTask { await server.signIn(with: "github.com", ["sub": "1"], ["idToken": token]) }
                group.addTask { await server.signIn(with: "github.com", ["sub": "1"]) }
            }
            return await group.reduce(into: [APIResponse]()) { $0.append($1) }
        }
        let owners = Set(responses.compactMap { $0["idToken"] == nil ? nil : $0.string("localId") })
        #expect(owners.count == 1, "\(owners)")
        for response in responses where response["idToken"] == nil {
            #expect(response["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED", "\(response.text)")
        }
        let found = await server.administer(
            "/v1/projects/demo/accounts:lookup",
            ["federatedUserId": [["providerId": "github.com", "rawId": "1"]]]
        )
        #expect(found["users"]?.array?.compactMap { $0["localId"]?.string } == Array(owners))
    }

    @Test("one token of a verified sign-in is used once by 100 requests (security 2, security 18)")
    func concurrentPendingTokens() async throws {
        let server = try await APIServer()
        let user = await server.signUp("ada@gmail.com")
        let needed = await server.signIn(with: "facebook.com", ["sub": "7", "email": "ada@gmail.com"])
        let link: JSONValue = [
            "requestUri": "http://localhost", "pendingToken": needed["pendingToken"] ?? .null,
            "idToken": user["idToken"] ?? .null,
        ]
        let responses = await withTaskGroup(of: APIResponse.self) { group in
            for _ in 0..<100 { group.addTask { await server.call("signInWithIdp", link) } }
            return await group.reduce(into: [APIResponse]()) { $0.append($1) }
        }
        #expect(responses.filter { $0.status == 200 }.count == 1)
        for response in responses where response.status != 200 {
            #expect(
                ["INVALID_PENDING_TOKEN", "TOO_MANY_ATTEMPTS_TRY_LATER"].contains {
                    response.errorMessage?.hasPrefix($0) == true
                },
                "\(response.text)"
            )
        }
    }
}
