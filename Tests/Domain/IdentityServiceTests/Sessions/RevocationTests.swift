import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("Ending sessions, and asking what a token is worth")
struct RevocationTests {
    @Test(
        "either token ends its session and no other (K14)",
        arguments: [TokenKind.accessToken, .refreshToken]
    )
    func revoke(kind: TokenKind) async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let other = try await server.signIn()
        try await server.services.sessions.revoke(text(mine.tokens, kind), by: server.caller())
        #expect(await failure { try await server.refresh(mine.tokens) } == .token(.sessionEnded(.signOut)))
        #expect(
            await failure { try await server.authenticate(mine.tokens) } == .token(.sessionEnded(.signOut))
        )
        _ = try await server.refresh(other.tokens)
    }

    @Test("a refresh token that was used up still ends its session")
    func revokeWithOldToken() async throws {
        let server = try await Server()
        let first = try await server.signUp().tokens
        let second = try await server.refresh(first).tokens
        let third = try await server.refresh(second).tokens
        try await server.services.sessions.revoke(text(first, .refreshToken), by: server.caller())
        #expect(await failure { try await server.refresh(third) } == .token(.sessionEnded(.signOut)))
    }

    @Test("an unknown token and one of another project cause no error and change nothing")
    func revokeNothing() async throws {
        let server = try await Server()
        let mine = try await server.signUp().tokens
        try await server.services.sessions.revoke("junk", by: server.caller())
        let other = Caller(
            RequestScope(
                project: try await server.projects.create(ProjectID(rawValue: "other"), by: .server)
            ),
            remoteAddress: "192.0.2.1"
        )
        for kind in [TokenKind.accessToken, .refreshToken] {
            try await server.services.sessions.revoke(text(mine, kind), by: other)
        }
        _ = try await server.refresh(mine)
    }

    @Test(
        "an active token returns its kind, user, session and times",
        arguments: [TokenKind.accessToken, .refreshToken]
    )
    func active(kind: TokenKind) async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let found = try await server.services.sessions.introspect(
            text(mine.tokens, kind),
            by: server.caller()
        )
        guard case .active(let token) = found else {
            Issue.record("inactive")
            return
        }
        #expect(token.kind == kind && token.user.id == mine.user.id && token.session.id == mine.session.id)
        #expect(token.issuer == "https://id.example/shop")
        #expect(token.expiresAt == (kind == .accessToken ? server.clock.now() + .hours(1) : nil))
    }

    @Test("used-up, expired, revoked and foreign tokens are inactive (K2)")
    func inactive() async throws {
        let server = try await Server()
        let first = try await server.signUp().tokens
        let second = try await server.refresh(first).tokens
        #expect(await isActive(first, .refreshToken, server), "its response may have been lost")
        server.clock.advance(.seconds(10))
        _ = try await server.refresh(second)
        #expect(await !isActive(first, .refreshToken, server))
        #expect(await isActive(second, .refreshToken, server))
        #expect(await isActive(second, .accessToken, server))
        server.clock.advance(.hours(1))
        #expect(await !isActive(second, .accessToken, server))
        try await server.services.sessions.revoke(text(second, .refreshToken), by: server.caller())
        #expect(await !isActive(second, .refreshToken, server))
        #expect(try await server.services.sessions.introspect("junk", by: server.caller()).isInactive)
    }

    private func text(_ tokens: IssuedTokens, _ kind: TokenKind) -> String {
        String(decoding: kind == .accessToken ? tokens.accessToken : tokens.refreshToken ?? [], as: UTF8.self)
    }

    private func isActive(_ tokens: IssuedTokens, _ kind: TokenKind, _ server: Server) async -> Bool {
        let found = try? await server.services.sessions.introspect(text(tokens, kind), by: server.caller())
        return found.map { !$0.isInactive } ?? false
    }
}

extension Introspection {
    fileprivate var isInactive: Bool {
        if case .inactive = self { true } else { false }
    }
}
