import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("The memory of who has proved an address")
struct EmailProofTests {
    private static let former = ProviderSignInTests.ada
    private static let next: JSONValue = ["sub": "2", "email": "ada@gmail.com", "email_verified": true]

    /// Makes a user of a database that had no proofs of addresses yet.
    private func forgetProofs(_ server: APIServer, _ id: String) async throws {
        let pool = UserPool(project: server.project.id)
        var user = try #require(try await server.store.read(.user(UserID(rawValue: id), in: pool)))
        #expect(!user.emailProofs.isEmpty)
        user.emailProofs = []
        let older = user
        try await server.store.transact(by: .server) { Decision([.user(.update(older))], ()) }
    }

    @Test(
        "an unlink does not hide that an address was recycled, also in an older database (security 1)",
        arguments: [true, false],
        [true, false]
    )
    func unlinked(byAdministrator: Bool, inOlderDatabase: Bool) async throws {
        let server = try await APIServer()
        let former = await server.signIn(with: "google.com", Self.former)
        let github = await server.signIn(
            with: "github.com",
            ["sub": "5"],
            ["idToken": former["idToken"] ?? .null]
        )
        if inOlderDatabase { try await forgetProofs(server, former.string("localId")) }
        let removal: JSONValue = ["google.com"]
        let unlink =
            byAdministrator
            ? await server.administer(
                "/v1/projects/demo/accounts:update",
                ["localId": former["localId"] ?? .null, "deleteProvider": removal]
            )
            : await server.call(
                "update",
                ["idToken": github["idToken"] ?? .null, "deleteProvider": removal]
            )
        #expect(unlink.status == 200, "\(unlink.text)")
        let next = await server.signIn(with: "google.com", Self.next)
        #expect(next["localId"] == former["localId"] && next["emailRecycled"] == true, "\(next.text)")
        #expect(await server.signIn(with: "github.com", ["sub": "5"])["isNewUser"] == true)
    }

    @Test("the removal of a password does not hide who proved the address of another provider (security 1)")
    func removedPassword() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "google.com", Self.former)
        let apple: JSONValue = ["sub": "a1", "email": "ada@gmail.com", "email_verified": true]
        let linked = await server.signIn(with: "apple.com", apple, ["idToken": user["idToken"] ?? .null])
        #expect(linked["localId"] == user["localId"], "\(linked.text)")
        for removal in ["google.com", "password"] as [JSONValue] {
            let unlink: JSONValue = ["idToken": linked["idToken"] ?? .null, "deleteProvider": [removal]]
            let response = await server.call("update", unlink)
            #expect(response.status == 200 && response["email"] == "ada@gmail.com", "\(response.text)")
        }
        let next = await server.signIn(with: "google.com", Self.next)
        #expect(next["emailRecycled"] == true, "\(next.text)")
    }

    @Test("an account that was unlinked signs its user in again, and recycles nothing")
    func linkedAgain() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "google.com", Self.former)
        _ = await server.signIn(with: "github.com", ["sub": "5"], ["idToken": user["idToken"] ?? .null])
        let unlink: JSONValue = ["localId": user["localId"] ?? .null, "deleteProvider": ["google.com"]]
        #expect(await server.administer("/v1/projects/demo/accounts:update", unlink).status == 200)
        let back = await server.signIn(with: "google.com", Self.former)
        #expect(back["localId"] == user["localId"] && back["emailRecycled"] == nil, "\(back.text)")
        #expect(await server.signIn(with: "github.com", ["sub": "5"])["localId"] == user["localId"])
    }

    @Test(
        "a later sign-in without the address, or with another one, does not hide who proved it (security 1)",
        arguments: [nil, "moved@gmail.com"],
        [true, false]
    )
    func laterClaims(email: String?, inOlderDatabase: Bool) async throws {
        let server = try await APIServer()
        let former = await server.signIn(with: "google.com", Self.former)
        if inOlderDatabase { try await forgetProofs(server, former.string("localId")) }
        var claims: [String: JSONValue] = ["sub": Self.former["sub"] ?? .null]
        if let email { (claims["email"], claims["email_verified"]) = (.string(email), true) }
        let again = await server.signIn(with: "google.com", .object(claims))
        #expect(again["localId"] == former["localId"], "\(again.text)")
        let kept = try await server.user(of: again["idToken"])["providerUserInfo"]?.array?.first
        #expect(kept?["email"] == .string(email ?? "ada@gmail.com"))
        let next = await server.signIn(with: "google.com", Self.next)
        #expect(next["localId"] == former["localId"] && next["emailRecycled"] == true, "\(next.text)")
    }
}
