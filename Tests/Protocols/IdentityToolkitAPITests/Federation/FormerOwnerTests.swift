import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("The former owner of a recycled address, and the maker of a user that is taken over")
struct FormerOwnerTests {
    private static let accounts = "/v1/projects/demo/accounts"
    private static let apple: JSONValue = ["sub": "a1", "email": "ada@gmail.com", "email_verified": true]

    private static func google(_ subject: String, at issuedAt: Int64? = nil) -> JSONValue {
        var claims: JSONObject = [
            "sub": .string(subject), "email": "ada@gmail.com", "email_verified": true,
        ]
        claims["iat"] = issuedAt.map { .integer($0) }
        return .object(claims)
    }

    private static func changed(_ claims: JSONValue, _ name: String, _ value: JSONValue) -> JSONValue {
        var members = claims.object ?? [:]
        members[name] = value
        return .object(members)
    }

    private func user(_ server: APIServer, _ signedIn: APIResponse) async throws -> JSONValue {
        let lookup = await server.call("lookup", ["idToken": signedIn["idToken"] ?? .null])
        return try #require(lookup["users"]?.array?.first, "\(lookup.text)")
    }

    @Test(
        "a second provider that vouches for the former owner does not sign in after a recycle (U16, security 1)",
        arguments: [true, false]
    )
    func secondProvider(wasLinked: Bool) async throws {
        let server = try await APIServer()
        let former = await server.signIn(with: "google.com", Self.google("1"))
        if wasLinked {
            let link = await server.signIn(
                with: "apple.com",
                Self.apple,
                ["idToken": former["idToken"] ?? .null]
            )
            #expect(link["localId"] == former["localId"], "\(link.text)")
        }
        let next = await server.signIn(with: "google.com", Self.google("2"))
        #expect(next["emailRecycled"] == true, "\(next.text)")
        for isVerified in [true, false] {
            let change: JSONValue = [
                "localId": next["localId"] ?? .null, "emailVerified": .boolean(isVerified),
            ]
            #expect(await server.administer("\(Self.accounts):update", change).status == 200)
            let apple = await server.signIn(with: "apple.com", Self.apple)
            #expect(apple["needConfirmation"] == true && apple["idToken"] == nil, "\(apple.text)")
        }
        // The new owner links an account of that provider, and signs in by it.
        let own = Self.changed(Self.apple, "sub", "a2")
        let linked = await server.signIn(with: "apple.com", own, ["idToken": next["idToken"] ?? .null])
        #expect(linked["localId"] == next["localId"], "\(linked.text)")
        #expect(await server.signIn(with: "apple.com", own)["localId"] == next["localId"])
    }

    @Test("a user with another address than the recycled one is found by a second provider again")
    func otherAddress() async throws {
        let server = try await APIServer()
        _ = await server.signIn(with: "google.com", Self.google("1"))
        let next = await server.signIn(with: "google.com", Self.google("2"))
        let change: JSONValue = [
            "localId": next["localId"] ?? .null, "email": "grace@gmail.com", "emailVerified": true,
        ]
        #expect(await server.administer("\(Self.accounts):update", change).status == 200)
        let apple = await server.signIn(
            with: "apple.com",
            Self.changed(Self.apple, "email", "grace@gmail.com")
        )
        #expect(apple["localId"] == next["localId"] && apple["idToken"] != nil, "\(apple.text)")
    }

    @Test(
        "the provider that has recycled an address signs its new owner in after an unlink, and by no older token"
    )
    func unlinked() async throws {
        let server = try await APIServer()
        let start = server.clock.now().seconds
        _ = await server.signIn(with: "google.com", Self.google("1", at: start))
        server.clock.advance(by: .seconds(60))
        let next = await server.signIn(with: "google.com", Self.google("2", at: start + 60))
        let unlinked = await server.call(
            "update",
            [
                "idToken": next["idToken"] ?? .null, "password": "correct horse",
                "deleteProvider": ["google.com"],
            ]
        )
        #expect(unlinked.status == 200, "\(unlinked.text)")
        let former = await server.signIn(with: "google.com", Self.google("1", at: start + 50))
        #expect(former["needConfirmation"] == true && former["idToken"] == nil, "\(former.text)")
        server.clock.advance(by: .seconds(60))
        let again = await server.signIn(with: "google.com", Self.google("2", at: start + 120))
        #expect(again["localId"] == next["localId"] && again["emailRecycled"] == nil, "\(again.text)")
    }

    @Test(
        "a token from before an administrator has linked an account does not replace that account (security 1)"
    )
    func linkedByAdministrator() async throws {
        let server = try await APIServer()
        let start = server.clock.now().seconds
        let user = await server.administer(Self.accounts, ["email": "ada@gmail.com", "emailVerified": true])
        let link: JSONValue = [
            "localId": user["localId"] ?? .null,
            "linkProviderUserInfo": ["providerId": "google.com", "rawId": "2", "email": "ada@gmail.com"],
        ]
        #expect(await server.administer("\(Self.accounts):update", link).status == 200)
        let former = await server.signIn(with: "google.com", Self.google("1", at: start - 10))
        #expect(former["needConfirmation"] == true && former["idToken"] == nil, "\(former.text)")
        server.clock.advance(by: .seconds(10))
        let later = await server.signIn(with: "google.com", Self.google("3", at: start + 10))
        #expect(later["emailRecycled"] == true, "\(later.text)")
    }

    @Test("while sign-up is off, a recycled address is rejected, and a take-over is not (U11)")
    func signUpOff() async throws {
        let server = try await APIServer()
        let former = await server.signIn(with: "google.com", Self.google("1"))
        _ = await server.administer(Self.accounts, ["email": "grace@gmail.com", "password": "correct horse"])
        var project = server.project
        project.policy.signUp.allowed = false
        try await server.projects.change(project, by: .server) { $0 = project }
        let next = await server.signIn(with: "google.com", Self.google("2"))
        #expect(next.errorMessage == "ADMIN_ONLY_OPERATION", "\(next.text)")
        #expect(await server.refresh(former.string("refreshToken")).status == 200)
        let grace = Self.changed(Self.google("3"), "email", "grace@gmail.com")
        #expect(await server.signIn(with: "google.com", grace)["idToken"] != nil)
    }

    @Test("a first address of the former owner is gone after a recycle (security 1)")
    func firstAddress() async throws {
        let server = try await APIServer()
        let former = await server.signUp("former@example.com")
        let change: JSONValue = [
            "localId": former["localId"] ?? .null, "email": "ada@gmail.com", "emailVerified": true,
        ]
        #expect(await server.administer("\(Self.accounts):update", change).status == 200)
        let first = await server.signIn(with: "google.com", Self.google("1"))
        #expect(try await user(server, first)["initialEmail"] == "former@example.com")
        let next = await server.signIn(with: "google.com", Self.google("2"))
        #expect(next["emailRecycled"] == true, "\(next.text)")
        #expect(try await user(server, next)["initialEmail"] == nil)
    }

    @Test("a take-over leaves no name, picture, user name or first address of the maker (U16, security 1)")
    func takeOver() async throws {
        let server = try await APIServer()
        let maker: JSONValue = [
            "email": "maker@example.com", "password": "correct horse", "displayName": "Maker",
            "userName": "maker",
        ]
        let made = await server.call("signUp", maker)
        let change: JSONValue = [
            "localId": made["localId"] ?? .null, "email": "ada@gmail.com",
            "photoUrl": "https://example.com/maker.png",
        ]
        #expect(await server.administer("\(Self.accounts):update", change).status == 200)
        let owner = await server.signIn(with: "google.com", Self.google("1"))
        #expect(owner["localId"] == made["localId"], "\(owner.text)")
        let user = try await user(server, owner)
        for field in ["displayName", "photoUrl", "userName", "initialEmail"] {
            #expect(user[field] == nil, "\(field)")
        }
        // The name is free again.
        #expect(await server.call("signUp", maker)["localId"] != nil)
    }
}
