import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("The time of an authentication by a provider")
struct AuthenticationTimeTests {
    private static let expired = "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"

    private static func ada(at issuedAt: Int64) -> JSONValue {
        ["sub": "1", "email": "ada@gmail.com", "email_verified": true, "iat": .integer(issuedAt)]
    }

    private func unlink(_ server: APIServer, _ user: APIResponse) async -> APIResponse {
        await server.call(
            "update",
            [
                "idToken": user["idToken"] ?? .null, "password": "correct horse",
                "deleteProvider": ["google.com"],
            ]
        )
    }

    @Test(
        "an old ID token begins or continues a session, but is not a recent sign-in (U10, security 2)",
        arguments: [true, false]
    )
    func oldToken(goesOn: Bool) async throws {
        let server = try await APIServer()
        let first = await server.signIn(with: "google.com", Self.ada(at: server.clock.now().seconds))
        server.clock.advance(by: .seconds(600))
        let now = server.clock.now().seconds
        let link: [String: JSONValue] = goesOn ? ["idToken": first["idToken"] ?? .null] : [:]
        let old = await server.signIn(with: "google.com", Self.ada(at: now - 301), link)
        #expect(old.string("idToken").claims?["auth_time"] == .integer(now - 301), "\(old.text)")
        #expect(await unlink(server, old).errorMessage == Self.expired)
        let fresh = await server.signIn(with: "google.com", Self.ada(at: now), link)
        #expect(fresh.string("idToken").claims?["auth_time"] == .integer(now))
        // An older token does not make it older, and a clock that is ahead not newer.
        let again = await server.signIn(
            with: "google.com",
            Self.ada(at: now - 60),
            ["idToken": fresh["idToken"] ?? .null]
        )
        #expect(again.string("idToken").claims?["auth_time"] == .integer(now))
        let ahead = await server.signIn(with: "google.com", Self.ada(at: now + 60), link)
        #expect(ahead.string("idToken").claims?["auth_time"] == .integer(now))
        #expect(await unlink(server, again).status == 200)
    }

    @Test("a verified sign-in that waited is as old as its verification (U10, security 2)")
    func pending() async throws {
        let server = try await APIServer()
        let ada: JSONValue = ["sub": "1", "email": "ada@gmail.com", "email_verified": true]
        _ = await server.signIn(with: "google.com", ada)
        let guest = await server.call("signUp", ["returnSecureToken": true])
        let verifiedAt = server.clock.now().seconds
        let conflict = await server.signIn(with: "google.com", ada, ["idToken": guest["idToken"] ?? .null])
        server.clock.advance(by: .seconds(301))
        let resumed = await server.call(
            "signInWithIdp",
            ["requestUri": "http://localhost", "pendingToken": conflict["pendingToken"] ?? .null]
        )
        #expect(resumed.string("idToken").claims?["auth_time"] == .integer(verifiedAt), "\(resumed.text)")
        #expect(await unlink(server, resumed).errorMessage == Self.expired)
    }

    @Test("a link in an old session is rejected before the credential is used up (U10)")
    func unusedCredential() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "google.com", Self.ada(at: server.clock.now().seconds))
        server.clock.advance(by: .seconds(301))
        let token: [String: JSONValue] = ["idToken": user["idToken"] ?? .null]
        let used = server.providers.verifications
        let link = await server.signIn(with: "github.com", ["sub": "5"], token)
        #expect(link.errorMessage == Self.expired && server.providers.verifications == used)
        // A redirect stays usable, unless it may authenticate the user again.
        func redirect(to provider: String) async -> APIResponse {
            let fields: [String: JSONValue] = ["requestUri": .string("\(provider):/back?code=1&state=2")]
            return await server.call("signInWithIdp", .object(token.merging(fields) { $1 }))
        }
        #expect(await redirect(to: "github.com").errorMessage == Self.expired)
        #expect(server.providers.verifications == used)
        #expect(await redirect(to: "google.com").errorMessage != Self.expired)
        #expect(server.providers.verifications == used + 1)
        // A new authentication needs none.
        let now = server.clock.now().seconds
        #expect(await server.signIn(with: "google.com", Self.ada(at: now), token).status == 200)
        #expect(await server.signIn(with: "github.com", ["sub": "5"], token)["localId"] == user["localId"])
    }
}
