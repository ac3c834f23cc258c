import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Refreshing")
struct RefreshTests {
    @Test("a refresh issues new tokens, and each refresh token works once (K1, K2)")
    func rotation() async throws {
        let server = try await Server()
        let first = try await server.signUp().tokens
        server.clock.advance(.minutes(30))
        let second = try await server.refresh(first).tokens
        #expect(second.refreshToken != first.refreshToken)
        #expect(second.accessToken != first.accessToken)
        server.clock.advance(.minutes(30))
        let third = try await server.refresh(second).tokens
        #expect(third.refreshToken != second.refreshToken)

        #expect(await failure { try await server.refresh(first) } == .token(.refreshTokenReused))
        #expect(await failure { try await server.refresh(third) } == .token(.sessionEnded(.tokenReuse)))
    }

    @Test(
        "a lost response is sent again: within the grace period, by its key at any time, and late without key (K13)"
    )
    func lostResponses() async throws {
        let server = try await Server()
        let first = try await server.signUp().tokens
        let second = try await server.refresh(first).tokens
        server.clock.advance(.seconds(3))
        #expect(try await server.refresh(first).tokens.refreshToken == second.refreshToken)

        let keyed = try await server.refresh(second, key: "attempt").tokens
        server.clock.advance(.days(3))
        #expect(try await server.refresh(second, key: "attempt").tokens.refreshToken == keyed.refreshToken)

        let other = try await server.signIn().tokens
        let unkeyed = try await server.refresh(other).tokens
        server.clock.advance(.days(3))
        let recovered = try await server.refresh(other).tokens
        #expect(recovered.refreshToken != unkeyed.refreshToken)
        _ = try await server.refresh(recovered)
    }

    @Test("two holders of one token are both cut off (X4)")
    func theft() async throws {
        let server = try await Server()
        let token = try await server.signUp().tokens
        let victim = try await server.refresh(token, key: "victim").tokens
        #expect(
            await failure { try await server.refresh(token, key: "thief") } == .token(.refreshTokenReused)
        )
        #expect(await failure { try await server.refresh(victim) } == .token(.sessionEnded(.tokenReuse)))
        #expect(await failure { try await server.authenticate(victim) } == .token(.sessionEnded(.tokenReuse)))
    }

    @Test(
        "without keys, within the grace period, a second network is one event, and a second user agent is reuse (security 32)"
    )
    func origins() async throws {
        let server = try await Server()
        let token = try #require(try await server.signUp().tokens.refreshToken)
        let child = try await server.services.sessions.refresh(token, by: server.caller()).tokens.refreshToken
        for _ in 0..<3 {
            let elsewhere = server.caller(from: "198.51.100.7")
            #expect(
                try await server.services.sessions.refresh(token, by: elsewhere).tokens.refreshToken == child
            )
        }
        #expect(try await server.securityEvents() == ["two_networks"])
        let rejected = await failure {
            try await server.services.sessions.refresh(token, by: server.caller(userAgent: "tool"))
        }
        #expect(rejected == .token(.refreshTokenReused))
        #expect(try await server.securityEvents() == ["two_networks", "token_reuse"])
    }

    @Test("in strict mode a second use ends the session, and the same attempt gets the response again")
    func strict() async throws {
        var policy = Policy()
        policy.refreshTokens.strictRotation = true
        let server = try await Server(policy: policy)
        let first = try await server.signUp().tokens
        let second = try await server.refresh(first, key: "a").tokens
        #expect(try await server.refresh(first, key: "a").tokens.refreshToken == second.refreshToken)
        #expect(await failure { try await server.refresh(first) } == .token(.refreshTokenReused))
    }

    @Test("logins of one user are independent of each other (K4)")
    func independence() async throws {
        let server = try await Server()
        let first = try await server.signUp()
        let second = try await server.signIn()
        #expect(first.session.id != second.session.id)
        let refreshed = try await server.refresh(first.tokens)
        _ = try await server.refresh(second.tokens)
        _ = try await server.authenticate(second.tokens)
        _ = try await server.refresh(refreshed.tokens)
    }

    @Test("if access tokens end at a refresh, the old one is rejected at once (K2)")
    func accessTokenDies() async throws {
        var policy = Policy()
        policy.tokens.accessTokenDiesOnRefresh = true
        let server = try await Server(policy: policy)
        let first = try await server.signUp().tokens
        let second = try await server.refresh(first).tokens
        #expect(await failure { try await server.authenticate(first) } == .token(.accessTokenExpired))
        #expect(try await server.authenticate(second).user.email != nil)
    }

    @Test(
        "malformed and forged tokens are rejected",
        arguments: [
            "", "a", String(repeating: "A", count: 68), "AQ" + String(repeating: "A", count: 66),
            "Ag" + String(repeating: "A", count: 70), String(repeating: "A", count: 71) + "=",
        ]
    )
    func junk(text: String) async throws {
        let server = try await Server()
        let rejected = await failure {
            try await server.services.sessions.refresh(text.utf8, by: server.caller())
        }
        #expect(rejected == .token(.invalidRefreshToken))
    }

    @Test("a token of one project is nothing in another, and a tenant is not another's")
    func mismatch() async throws {
        let server = try await Server()
        let token = try #require(try await server.signUp().tokens.refreshToken)
        let other = Caller(
            RequestScope(
                project: try await server.projects.create(ProjectID(rawValue: "other"), by: .server)
            ),
            remoteAddress: "192.0.2.1"
        )
        #expect(
            await failure { try await server.services.sessions.refresh(token, by: other) }
                == .scope(.projectMismatch)
        )
        let tenant = server.caller(tenant: TenantID(rawValue: "t"))
        #expect(
            await failure { try await server.services.sessions.refresh(token, by: tenant) }
                == .scope(.tenantMismatch)
        )
    }

    @Test("refresh tokens do not expire, unless the project gives sessions an end (K5)")
    func sessionEnd() async throws {
        let server = try await Server()
        let forever = try await server.signUp().tokens
        server.clock.advance(.days(3650))
        _ = try await server.refresh(forever)

        var policy = Policy()
        policy.sessions.lifetime = 86_400
        let ending = try await Server(policy: policy)
        let signedIn = try await ending.signUp()
        ending.clock.advance(.hours(23))
        let last = try await ending.refresh(signedIn.tokens).tokens
        #expect(last.lifetime == .hours(1))
        ending.clock.advance(.hours(1))
        #expect(await failure { try await ending.refresh(last) } == .token(.sessionEnded(nil)))
    }

    @Test("the project chooses which users get refresh tokens (K3, K6)")
    func policy() async throws {
        var policy = Policy()
        policy.refreshTokens.issuedToAnonymous = false
        let server = try await Server(policy: policy)
        let anonymous = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        #expect(anonymous.tokens.refreshToken == nil)
        #expect(try await server.signUp().tokens.refreshToken != nil)

        var off = server.project
        off.policy.refreshTokens.issued = false
        let before = try await server.signIn().tokens
        try await server.projects.change(off, by: .server) { $0 = off }
        #expect(try await server.signIn().tokens.refreshToken == nil)
        #expect(await failure { try await server.refresh(before) } == .rule(.operationNotAllowed))
    }
}
