import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaSecrets
import Testing

/// X13: a new session beyond the limit ends the one that was unused for longest.
@Suite("Limits of sessions")
struct SessionLimitTests {
    enum Use: CaseIterable { case refresh, operation, introspection }

    @Test(
        "one session too many ends the one that was unused for longest, with the reason (X13, security 34)",
        arguments: Use.allCases,
        [true, false]
    )
    func unusedForLongest(_ use: Use, _ hasRefreshTokens: Bool) async throws {
        var policy = Policy()
        policy.sessions.maximumPerUser = 3
        policy.tokens.accessTokenLifetime = 86_400
        if !hasRefreshTokens {
            guard use != .refresh else { return }
            policy.refreshTokens.issued = false
        }
        let server = try await Server(policy: policy)
        var sessions = [try await server.signUp().tokens]
        for _ in 0..<2 {
            server.clock.advance(.minutes(1))
            sessions.append(try await server.signIn().tokens)
        }
        server.clock.advance(.minutes(5))
        let token = Secret(String(decoding: sessions[0].accessToken, as: UTF8.self))
        switch use {
        case .refresh: sessions[0] = try await server.refresh(sessions[0]).tokens
        case .operation: _ = try await server.authenticate(sessions[0])
        case .introspection: _ = try await server.services.sessions.introspect(token, by: server.caller())
        }
        server.clock.advance(.minutes(1))
        sessions.append(try await server.signIn().tokens)
        let reason = await failure { try await server.authenticate(sessions[1]) }
        #expect(reason == .token(.sessionEvicted(at: server.clock.now(), by: .other)))
        for index in [0, 2, 3] { _ = try await server.authenticate(sessions[index]) }
    }

    @Test("a sign-in beyond a limit that rejects changes nothing, and is no failed attempt (X13)")
    func rejected() async throws {
        var policy = Policy()
        (policy.sessions.maximumPerUser, policy.sessions.atLimit) = (1, .reject)
        let server = try await Server(policy: policy)
        let first = try await server.signUp().tokens
        for _ in 0..<30 {
            #expect(await failure { try await server.signIn() } == .rule(.sessionLimitReached))
        }
        _ = try await server.authenticate(first)
        let token = Secret(String(decoding: first.refreshToken ?? [], as: UTF8.self))
        try await server.services.sessions.revoke(token, by: server.caller())
        _ = try await server.signIn()
    }

    @Test("a session that is not used for the time of the policy ends, and a refresh keeps it (X6, K5)")
    func idle() async throws {
        var policy = Policy()
        policy.sessions.idleLifetime = 3600
        policy.tokens.accessTokenLifetime = 86_400
        let server = try await Server(policy: policy)
        var tokens = try await server.signUp().tokens
        for _ in 0..<3 {
            server.clock.advance(.minutes(50))
            tokens = try await server.refresh(tokens).tokens
        }
        let seen = server.clock.now()
        server.clock.advance(.minutes(60))
        let rest = tokens
        #expect(await failure { try await server.refresh(rest) } == .token(.sessionIdle(since: seen)))
        #expect(await failure { try await server.authenticate(rest) } == .token(.sessionIdle(since: seen)))
    }

    @Test("of 50 sign-ins at once, one session of the class stays (X13)", arguments: 1...4)
    func race(round: Int) async throws {
        var policy = Policy()
        policy.sessions.maximumPerClass = 1
        let server = try await Server(policy: policy)
        _ = try await server.signUp()
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { _ = try? await server.signIn() } }
        }
        let user = try await server.signIn().user
        let listed = try await server.services.sessions.list(of: user.id, in: user.pool)
        #expect(listed.filter { $0.end == nil }.count == 1)
    }

    @Test(
        "the use of a session is written once in five minutes, however many requests it makes (security 34)"
    )
    func fewWrites() async throws {
        let server = try await Server()
        let user = try await server.signUp()
        var times: Set<Timestamp?> = []
        for _ in 0..<60 {
            server.clock.advance(.seconds(30))
            _ = try await server.authenticate(user.tokens)
            times.insert(try await server.store.read(.session(user.session.id))?.usedAt)
        }
        #expect(times.count == 7)
    }
}
