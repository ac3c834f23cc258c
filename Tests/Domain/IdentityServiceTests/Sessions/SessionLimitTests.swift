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
        #expect(reason == .token(.sessionEnded(.sessionLimit)))
        for index in [0, 2, 3] { _ = try await server.authenticate(sessions[index]) }
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
