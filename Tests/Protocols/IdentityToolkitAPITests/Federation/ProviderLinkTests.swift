import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Links to providers over Identity Toolkit")
struct ProviderLinkTests {
    private static let ada = ProviderSignInTests.ada

    private func providers(_ server: APIServer, _ token: JSONValue?) async -> [String] {
        let lookup = await server.call("lookup", ["idToken": token ?? .null])
        let list = lookup["users"]?.array?.first?["providerUserInfo"]?.array ?? []
        return list.map { $0["providerId"]?.string ?? "" }
    }

    @Test("a signed-in user links a provider, and signs in by both")
    func link() async throws {
        let server = try await APIServer()
        let user = await server.signUp("ada@gmail.com")
        let linked = await server.signIn(with: "google.com", Self.ada, ["idToken": user["idToken"] ?? .null])
        #expect(linked["localId"] == user["localId"] && linked["isNewUser"] == nil, "\(linked.text)")
        // The provider proves the address of the user who links it.
        #expect(linked["emailVerified"] == true)
        #expect(await providers(server, linked["idToken"]) == ["password", "google.com"])
        #expect(await server.signIn(with: "google.com", Self.ada)["localId"] == user["localId"])
        let password: JSONValue = ["email": "ada@gmail.com", "password": "correct horse"]
        #expect(await server.call("signInWithPassword", password)["localId"] == user["localId"])
        // Sessions of other devices go on.
        #expect(await server.refresh(user.string("refreshToken")).status == 200)
    }

    @Test("an anonymous user keeps the id and becomes a user with the provider's address")
    func anonymous() async throws {
        let server = try await APIServer()
        let guest = await server.call("signUp", ["returnSecureToken": true])
        let linked = await server.signIn(with: "google.com", Self.ada, ["idToken": guest["idToken"] ?? .null])
        #expect(linked["localId"] == guest["localId"] && linked["email"] == "ada@gmail.com")
        #expect(linked["refreshToken"] != nil, "\(linked.text)")
        let claims = linked.string("idToken").claims
        #expect(claims?["firebase"]?["sign_in_provider"] == "google.com" && claims?["provider_id"] == nil)
        // Tokens that say that the user is anonymous are rejected.
        let old = await server.call("lookup", ["idToken": guest["idToken"] ?? .null])
        #expect(old.errorMessage == "TOKEN_EXPIRED")
        #expect(await server.signIn(with: "google.com", Self.ada)["localId"] == guest["localId"])
    }

    @Test("a conflict of a link has both sides, and a token to sign in by", arguments: [true, false])
    func conflict(ownsIdentity: Bool) async throws {
        let server = try await APIServer()
        let owner =
            ownsIdentity
            ? await server.signIn(with: "google.com", Self.ada) : await server.signUp("ada@gmail.com")
        let guest = await server.call("signUp", ["returnSecureToken": true])
        let link: [String: JSONValue] = ["idToken": guest["idToken"] ?? .null]
        let code = ownsIdentity ? "FEDERATED_USER_ID_ALREADY_LINKED" : "EMAIL_EXISTS"
        let conflict = await server.signIn(with: "google.com", Self.ada, link)
        #expect(conflict.status == 200 && conflict["errorMessage"] == .string(code), "\(conflict.text)")
        #expect(
            conflict["idToken"] == nil && conflict["localId"] == nil && conflict["email"] == "ada@gmail.com"
        )
        let plain = await server.signIn(
            with: "google.com",
            Self.ada,
            link.merging(["returnIdpCredential": false]) { $1 }
        )
        #expect(plain.status == 400 && plain.errorMessage == code)
        // The guest is unchanged.
        #expect(await server.call("lookup", .object(link)).status == 200)
        // The plain error has replaced the token of the first one.
        let pending = await server.signIn(with: "google.com", Self.ada, link)["pendingToken"] ?? .null
        let before = server.providers.verifications
        let body: JSONValue = ["requestUri": "http://localhost", "pendingToken": pending]
        let signedIn = await server.call("signInWithIdp", body)
        #expect(signedIn["localId"] == owner["localId"] && signedIn["idToken"] != nil, "\(signedIn.text)")
        #expect(server.providers.verifications == before)
        #expect(await server.call("signInWithIdp", body).errorMessage == "INVALID_PENDING_TOKEN")
    }

    @Test("the user of a needed confirmation signs in and links by the token, without the provider (U16)")
    func confirmation() async throws {
        let server = try await APIServer()
        let user = await server.signUp("ada@gmail.com")
        let facebook: JSONValue = ["sub": "7", "email": "ada@gmail.com", "email_verified": true]
        let needed = await server.signIn(with: "facebook.com", facebook)
        #expect(needed["needConfirmation"] == true && needed["verifiedProvider"] == ["password"])
        #expect(needed["idToken"] == nil && needed["refreshToken"] == nil)
        let pending = needed["pendingToken"] ?? .null
        // It does not sign in by itself, and stays good.
        let body: JSONValue = ["requestUri": "http://localhost", "pendingToken": pending]
        let again = await server.call("signInWithIdp", body)
        #expect(again["needConfirmation"] == true && again["pendingToken"] == pending, "\(again.text)")
        let link: JSONValue = [
            "requestUri": "http://localhost", "pendingToken": pending, "idToken": user["idToken"] ?? .null,
        ]
        let linked = await server.call("signInWithIdp", link)
        #expect(linked["localId"] == user["localId"] && linked["providerId"] == "facebook.com")
        #expect(await server.signIn(with: "facebook.com", facebook)["localId"] == user["localId"])
        // An untrusted provider proves no address.
        let lookup = await server.call("lookup", ["idToken": linked["idToken"] ?? .null])
        #expect(lookup["users"]?.array?.first?["emailVerified"] == false)
    }

    @Test(
        "a user without a sign-in method is named no method, and a link by e-mail brings the user back (U16)"
    )
    func confirmationWithoutMethod() async throws {
        let server = try await APIServer()
        let google: JSONValue = ["sub": "1", "email": "ada@gmail.com", "email_verified": true]
        let user = await server.signIn(with: "google.com", google)
        let unlink: JSONValue = ["idToken": user["idToken"] ?? .null, "deleteProvider": ["google.com"]]
        #expect(await server.call("update", unlink).status == 200)
        let needed = await server.signIn(with: "facebook.com", ["sub": "7", "email": "ada@gmail.com"])
        #expect(needed["needConfirmation"] == true && needed["verifiedProvider"] == nil, "\(needed.text)")
        let sent = await server.administer(
            "/v1/projects/demo/accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": "ada@gmail.com", "returnOobLink": true]
        )
        let link: JSONValue = ["oobCode": sent["oobCode"] ?? .null, "email": "ada@gmail.com"]
        let back = await server.call("signInWithEmailLink", link)
        #expect(back["localId"] == user["localId"], "\(back.text)")
        // As in Google's protocol, a link by e-mail is the provider `password`.
        let again = await server.signIn(with: "facebook.com", ["sub": "7", "email": "ada@gmail.com"])
        #expect(again["verifiedProvider"] == ["password"], "\(again.text)")
    }

    @Test("a token of a verified sign-in expires, and belongs to its pool (security 2, security 19)")
    func pendingToken() async throws {
        let server = try await APIServer()
        _ = await server.signUp("ada@gmail.com")
        let facebook: JSONValue = ["sub": "7", "email": "ada@gmail.com"]
        let needed = await server.signIn(with: "facebook.com", facebook)
        let body: JSONValue = [
            "requestUri": "http://localhost", "pendingToken": needed["pendingToken"] ?? .null,
        ]
        let elsewhere = await server.call("signInWithIdp", body, key: "other-key")
        #expect(elsewhere.errorMessage == "INVALID_PENDING_TOKEN")
        server.providers.set("facebook.com", enabled: false)
        let off = await server.call("signInWithIdp", body)
        #expect(off.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
        server.providers.set("facebook.com", enabled: true)
        server.clock.advance(by: .seconds(899))
        #expect(await server.call("signInWithIdp", body)["needConfirmation"] == true)
        server.clock.advance(by: .seconds(1))
        #expect(await server.call("signInWithIdp", body).errorMessage == "INVALID_PENDING_TOKEN")
        #expect(try await server.services.cleanup.deleteExpiredPendingIdentities(limit: 9) == 0)
        server.clock.advance(by: .seconds(1))
        #expect(try await server.services.cleanup.deleteExpiredPendingIdentities(limit: 9) == 1)
    }

    @Test("a token of a verified sign-in is invalid after its identity is unlinked (security 2)")
    func unlinkEndsPendingToken() async throws {
        let server = try await APIServer()
        let user = await server.signUp("ada@gmail.com")
        let token = user["idToken"] ?? .null
        _ = await server.signIn(with: "google.com", Self.ada, ["idToken": token])
        let guest = await server.call("signUp", ["returnSecureToken": true])
        let conflict = await server.signIn(
            with: "google.com",
            Self.ada,
            ["idToken": guest["idToken"] ?? .null]
        )
        let unlinked = await server.call("update", ["idToken": token, "deleteProvider": ["google.com"]])
        #expect(unlinked.status == 200, "\(unlinked.text)")
        for extra in [[:], ["idToken": guest["idToken"] ?? .null]] as [[String: JSONValue]] {
            let body = extra.merging([
                "requestUri": "http://localhost", "pendingToken": conflict["pendingToken"] ?? .null,
            ]) { $1 }
            let used = await server.call("signInWithIdp", .object(body))
            #expect(used.errorMessage == "INVALID_PENDING_TOKEN")
        }
    }

    @Test("a user unlinks a provider, and the address stays")
    func unlink() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "google.com", Self.ada)
        var token = user["idToken"] ?? .null
        let linked = await server.signIn(with: "github.com", ["sub": "5"], ["idToken": token])
        token = linked["idToken"] ?? .null
        let other = await server.signIn(with: "google.com", Self.ada)
        let unlinked = await server.call(
            "update",
            ["idToken": token, "deleteProvider": ["google.com", "x"]]
        )
        let left = unlinked["providerUserInfo"]?.array?.map { $0["providerId"] ?? .null }
        #expect(left == ["github.com"] && unlinked["email"] == "ada@gmail.com", "\(unlinked.text)")
        // Sessions of other devices may have begun by that provider.
        #expect(await server.refresh(other.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        #expect(await server.refresh(linked.string("refreshToken")).status == 200)
        // The address stays the user's, so the provider finds the user by it again.
        let again = await server.signIn(with: "google.com", Self.ada)
        #expect(again["localId"] == user["localId"] && again["isNewUser"] == nil)
    }

    @Test("a user of a provider gets a password for the same address, after a recent sign-in")
    func password() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "google.com", Self.ada)
        let token = user["idToken"] ?? .null
        func link(_ email: JSONValue) async -> APIResponse {
            await server.call("signUp", ["idToken": token, "email": email, "password": "correct horse"])
        }
        #expect(await link("eve@gmail.com").errorMessage == "EMAIL_EXISTS")
        let linked = await link("ada@gmail.com")
        #expect(linked["localId"] == user["localId"] && linked["idToken"] != nil, "\(linked.text)")
        #expect(await providers(server, linked["idToken"]) == ["password", "google.com"])
        let password: JSONValue = ["email": "ada@gmail.com", "password": "correct horse"]
        #expect(await server.call("signInWithPassword", password)["localId"] == user["localId"])
        #expect(await server.signIn(with: "google.com", Self.ada)["localId"] == user["localId"])

        let other = await server.signIn(with: "github.com", ["sub": "8"])
        server.clock.advance(by: .seconds(301))
        let late = await server.call(
            "signUp",
            ["idToken": other["idToken"] ?? .null, "email": "bob@example.com", "password": "correct horse"]
        )
        #expect(late.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    @Test("without a password, the address stays if a provider has it")
    func removedPassword() async throws {
        let server = try await APIServer()
        let user = await server.signUp("ada@gmail.com")
        let linked = await server.signIn(with: "google.com", Self.ada, ["idToken": user["idToken"] ?? .null])
        let token = linked["idToken"] ?? .null
        let removed = await server.call("update", ["idToken": token, "deleteProvider": ["password"]])
        #expect(removed["email"] == "ada@gmail.com" && removed["emailVerified"] == true, "\(removed.text)")
        #expect(await providers(server, token) == ["google.com"])
    }

    @Test("a link and an unlink need a recent sign-in, and a provider proves the user again (U10, X12)")
    func recent() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "google.com", Self.ada)
        let token = user["idToken"] ?? .null
        server.clock.advance(by: .seconds(301))
        let link = await server.signIn(with: "github.com", ["sub": "5"], ["idToken": token])
        #expect(link.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        let unlink = await server.call("update", ["idToken": token, "deleteProvider": ["google.com"]])
        #expect(unlink.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        let proved = await server.signIn(with: "google.com", Self.ada, ["idToken": token])
        #expect(proved["localId"] == user["localId"], "\(proved.text)")
        // The session goes on.
        let sessions = [user, proved].map { $0.string("idToken").claims?["sid"] }
        #expect(sessions[0] == sessions[1] && sessions[0] != nil)
        let second = await server.signIn(
            with: "github.com",
            ["sub": "5"],
            ["idToken": proved["idToken"] ?? .null]
        )
        #expect(second["localId"] == user["localId"])
    }

    @Test(
        "another subject of a trusted provider with the address replaces the old one, and ends its sessions"
    )
    func recycled() async throws {
        let server = try await APIServer()
        let old = await server.signIn(with: "google.com", Self.ada)
        let claims: JSONValue = ["sub": "2", "email": "ada@gmail.com", "email_verified": true]
        let new = await server.signIn(with: "google.com", claims)
        #expect(new["localId"] == old["localId"] && new["emailRecycled"] == true, "\(new.text)")
        #expect(await server.refresh(old.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        #expect(await providers(server, new["idToken"]) == ["google.com"])
        let former = await server.signIn(with: "google.com", Self.ada)
        #expect(former["emailRecycled"] == true)
        // An untrusted provider replaces nothing.
        let facebook: JSONValue = ["sub": "7", "email": "ada@gmail.com"]
        #expect(await server.signIn(with: "facebook.com", facebook)["needConfirmation"] == true)
    }

    @Test("sign-up that is off also rejects a guest's link (U11)")
    func signUpOff() async throws {
        let server = try await APIServer()
        let guest = await server.call("signUp", ["returnSecureToken": true])
        var project = server.project
        project.policy.signUp.allowed = false
        try await server.projects.change(project, by: .server) { $0 = project }
        let linked = await server.signIn(with: "google.com", Self.ada, ["idToken": guest["idToken"] ?? .null])
        #expect(linked.errorMessage == "ADMIN_ONLY_OPERATION")
    }

    @Test("a token of a provider that the user has not is not revoked")
    func revokeToken() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let path = "/v2/accounts:revokeToken"
        let body: [String: JSONValue] = [
            "providerId": "apple.com", "tokenType": "ACCESS_TOKEN", "token": "x",
        ]
        let anonymous = await server.post(path, .object(body), key: "demo-key")
        #expect(anonymous.errorMessage == "MISSING_ID_TOKEN")
        let known = body.merging(["idToken": user["idToken"] ?? .null]) { $1 }
        let response = await server.post(path, .object(known), key: "demo-key")
        #expect(response.errorMessage == "CREDENTIAL_MISMATCH")
    }
}
