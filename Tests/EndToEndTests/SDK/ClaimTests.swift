import Cardea
import CardeaSession
import Foundation
import Testing

/// Claims of the ID token, and custom tokens.
@Suite struct ClaimTests {
    private struct Claims: Decodable {
        let sub: String
        let email: String
        let role: String
        let limits: [String: Int]
    }

    private let desk: EmulatorDesk
    private let app: CardeaClient

    init() async throws {
        desk = try await EmulatorDesk()
        app = try desk.app()
    }

    @Test(
        "claims of an ID token are typed, and a forced refresh brings those that an administrator set (U13)"
    )
    func claims() async throws {
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        let before = try await user.idTokenResult()
        #expect(before.userID == user.uid && before.signInProvider == "password")
        #expect(before.customClaimNames.isEmpty && before.claim("role", as: String.self) == nil)
        #expect(before.tenantID == nil && before.authenticatedAt == before.issuedAt)
        #expect(before.expiresAt.timeIntervalSince(before.issuedAt) == 3600)
        #expect(before.claim("email") == Ada.email && before.claim("email", as: Int.self) == nil)

        try await desk.administer(user, ["customAttributes": #"{"role":"editor","limits":{"pages":7}}"#])
        #expect(try await user.idTokenResult().token == before.token)
        let after = try await user.idTokenResult(forcingRefresh: true)
        #expect(after.customClaimNames == ["role", "limits"])
        let claims = try after.claims(as: Claims.self)
        #expect(claims.sub == user.uid && claims.email == Ada.email)
        #expect(claims.role == "editor" && claims.limits == ["pages": 7])
        #expect(throws: CardeaError.self) { try before.claims(as: Claims.self) }
        #expect(!"\(after)".contains(after.token.reveal()))
    }

    @Test("a custom token signs in its user; its claims last over refreshes and restarts (U6)")
    func customToken() async throws {
        let token = #"{"uid":"ada-7","claims":{"plan":"gold"}}"#
        let user = try await app.signIn(customToken: token)
        #expect(user.uid == "ada-7" && !user.isAnonymous && app.currentUser === user)
        let restored = try #require(try await desk.app().restore())
        let result = try await restored.idTokenResult(forcingRefresh: true)
        #expect(result.claim("plan") == "gold" && result.signInProvider == "custom")
        #expect(try await app.signIn(customToken: token).uid == "ada-7")
    }

    @Test("an invalid custom token is rejected with its own error", arguments: ["", "a.b.c", #"{"uid":""}"#])
    func invalidCustomToken(token: String) async throws {
        #expect(await failure { try await app.signIn(customToken: token) } == .invalidCustomToken)
    }
}
