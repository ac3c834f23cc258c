import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLogging
import LoggingTestSupport
import Testing

/// The three ways in which an app's tokens may live and die, each a choice of policy.
@Suite struct SchemeTests {
    /// Scheme 1: one token for a year, without a refresh token.
    private static var longLived: Policy {
        var policy = Policy()
        policy.tokens.accessTokenLifetime = 365 * 86_400
        policy.tokens.accessTokenMaximumLifetime = 365 * 86_400
        policy.refreshTokens.issued = false
        return policy
    }

    /// Scheme 3: tokens for 15 minutes, exchanged old for new.
    private static var exchanged: Policy {
        var policy = Policy()
        policy.tokens.accessTokenLifetime = 900
        policy.tokens.accessTokenDiesOnRefresh = true
        policy.refreshTokens.recoversLostResponses = false
        return policy
    }

    @Test("one long-lived token works for a year, also when the keys change meanwhile (X1)")
    func oneLongLived() async throws {
        let server = try await APIServer(policy: Self.longLived)
        let user = await server.signUp()
        #expect(user["expiresIn"] == "31536000")
        #expect(user["refreshToken"] == nil)
        let lookup = { await server.call("lookup", ["idToken": user["idToken"] ?? .null]) }
        server.clock.advance(by: .days(200))
        try await server.projects.rotateSigningKey(of: server.project.id, by: .server)
        server.clock.advance(by: .days(164))
        #expect(await lookup().status == 200)
        #expect(try await server.services.cleanup.deleteSessions(endedFor: .zero, limit: 10) == 0)
        server.clock.advance(by: .days(1))
        #expect(await lookup().errorMessage == "TOKEN_EXPIRED")
    }

    @Test("a long-lived token ends with the user's sessions (X1, K5)")
    func longLivedToken() async throws {
        let server = try await APIServer(policy: Self.longLived)
        let user = await server.signUp()
        var changes = AdministeredChanges()
        changes.validSince = server.clock.now()
        _ = try await server.services.users.update(
            UserID(rawValue: user.string("localId")),
            changes,
            in: UserPool(project: server.project.id),
            by: .server
        )
        let response = await server.call("lookup", ["idToken": user["idToken"] ?? .null])
        #expect(response.errorMessage == "TOKEN_EXPIRED")
    }

    @Test("an expired token is exchanged exactly once, and the one before stops working (X3)")
    func expiredTokenExchanged()
        async throws
    {
        let server = try await APIServer(policy: Self.exchanged)
        let user = await server.signUp()
        server.clock.advance(by: .minutes(10))
        let early = await server.refresh(user.string("refreshToken"))
        #expect(early["expires_in"] == "900")
        let old = await server.call("lookup", ["idToken": user["idToken"] ?? .null])
        #expect(old.errorMessage == "TOKEN_EXPIRED")
        server.clock.advance(by: .days(30))
        let late = await server.refresh(early.string("refresh_token"))
        #expect(late.status == 200)
        // A second request of the same app that set out at the same time gets the same token.
        let twin = await server.refresh(early.string("refresh_token"))
        #expect(twin["refresh_token"] == late["refresh_token"])
        let new = await server.call("lookup", ["idToken": late["id_token"] ?? .null])
        #expect(new.status == 200)
    }

    @Test("a second exchange of a token ends both sessions (X4)", arguments: [true, false])
    func whoeverExchangesToken(thiefIsFirst: Bool) async throws {
        let server = try await APIServer(policy: Self.exchanged)
        let stolen = await server.signUp().string("refreshToken")
        let first = await server.refresh(stolen)
        server.clock.advance(by: .minutes(1))
        if !thiefIsFirst { _ = await server.refresh(first.string("refresh_token")) }
        #expect(await server.refresh(stolen).errorMessage == "TOKEN_EXPIRED")
        #expect(await server.refresh(first.string("refresh_token")).errorMessage == "TOKEN_EXPIRED")
        let lookup = await server.call("lookup", ["idToken": first["id_token"] ?? .null])
        #expect(lookup.errorMessage == "TOKEN_EXPIRED")
        #expect(server.log.lines.contains { $0.message == "refresh token reused; session revoked" })
    }

    @Test("each project has its own scheme and lifetimes (X6)")
    func eachProjectOwn() async throws {
        let server = try await APIServer()
        for (id, policy) in [("game", Self.longLived), ("bank", Self.exchanged)] {
            _ = try await server.projects.create(
                ProjectID(rawValue: id),
                policy: policy,
                apiKeys: ["\(id)-key"],
                by: .server
            )
        }
        let body: JSONValue = ["email": "ada@example.com", "password": "correct horse"]
        let game = await server.call("signUp", body, key: "game-key")
        let bank = await server.call("signUp", body, key: "bank-key")
        let shop = await server.call("signUp", body)
        #expect([game, bank, shop].map { $0.string("expiresIn") } == ["31536000", "900", "3600"])
        #expect([game, bank, shop].map { $0["refreshToken"] != nil } == [false, true, true])
    }
}
