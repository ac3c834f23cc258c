import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("Sessions that have ended, and are deleted")
struct EndedSessionTests {
    private let month = TimeSpan.days(30)

    @Test("a session that is not stored has ended; its user is not reported as deleted (K12)")
    func deletedSession() async throws {
        let server = try await Server()
        let ended = try await server.signUp()
        let standing = try await server.signIn()
        try await server.services.sessions.revoke(ended.refreshText, by: server.caller())
        #expect(await failure { try await server.refresh(ended.tokens) } == .token(.sessionEnded(.signOut)))

        #expect(try await server.services.cleanup.deleteSessions(endedFor: month, limit: 10) == 0)
        server.clock.advance(month + .seconds(1))
        #expect(try await server.services.cleanup.deleteSessions(endedFor: month, limit: 10) == 1)
        #expect(await failure { try await server.refresh(ended.tokens) } == .token(.sessionEnded(nil)))
        try await server.services.sessions.revoke(ended.refreshText, by: server.caller())
        guard
            case .inactive = try await server.services.sessions.introspect(
                ended.refreshText,
                by: server.caller()
            )
        else {
            Issue.record("the token of a session that is gone is active")
            return
        }
        _ = try await server.refresh(standing.tokens)
    }

    @Test("an access token gets the same error: the session has ended, or the user was deleted")
    func accessToken() async throws {
        var policy = Policy()
        policy.tokens.accessTokenLifetime = 86_400
        let server = try await Server(policy: policy)
        let mine = try await server.signUp()
        try await server.services.sessions.revoke(mine.refreshText, by: server.caller())
        server.clock.advance(.seconds(1))
        #expect(try await server.services.cleanup.deleteSessions(endedFor: .zero, limit: 10) == 1)
        #expect(await failure { try await server.authenticate(mine.tokens) } == .token(.sessionEnded(nil)))
        try await server.services.users.delete(mine.user.id, in: server.pool, by: .server)
        #expect(await failure { try await server.authenticate(mine.tokens) } == .user(.notFound))
    }

    @Test("the deletion of a user is reported until its tombstone expires; then the session has ended")
    func deletedUser() async throws {
        let server = try await Server()
        let gone = try await server.signUp()
        try await server.services.users.delete(gone.user.id, in: server.pool, by: .server)
        server.clock.advance(month)
        #expect(try await server.services.cleanup.deleteSessions(endedFor: month, limit: 10) == 0)
        #expect(await failure { try await server.refresh(gone.tokens) } == .user(.notFound))
        server.clock.advance(.seconds(1))
        #expect(try await server.services.cleanup.deleteSessions(endedFor: month, limit: 10) == 1)
        #expect(await failure { try await server.refresh(gone.tokens) } == .token(.sessionEnded(nil)))
    }

    @Test(
        "where no refresh token goes with it, a session ends with its access token, and goes in time (K3, K6)",
        arguments: [true, false]
    )
    func sessionWithoutRefreshToken(anonymousOnly: Bool) async throws {
        var policy = Policy()
        policy.refreshTokens.issued = anonymousOnly
        policy.refreshTokens.issuedToAnonymous = false
        let server = try await Server(policy: policy)
        let guest = try await server.services.accounts.signUp(
            NewAccount(lifetime: .minutes(5)),
            by: server.caller()
        ).get()
        #expect(guest.tokens.refreshToken == nil)
        server.clock.advance(.minutes(5) - .seconds(1))
        _ = try await server.authenticate(guest.tokens)
        server.clock.advance(.seconds(1))
        #expect(await failure { try await server.authenticate(guest.tokens) } == .token(.accessTokenExpired))
        server.clock.advance(month)
        #expect(try await server.services.cleanup.deleteSessions(endedFor: month, limit: 10) == 0)
        server.clock.advance(.seconds(1))
        #expect(try await server.services.cleanup.deleteSessions(endedFor: month, limit: 10) == 1)
    }

    @Test(
        "a guest who gets a credential has a session that continues, if known users have refresh tokens (K3)"
    )
    func upgradedGuest() async throws {
        var policy = Policy()
        policy.refreshTokens.issuedToAnonymous = false
        policy.sessions.lifetime = 7 * 86_400
        let server = try await Server(policy: policy)
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        server.clock.advance(.minutes(30))
        let known = try await server.services.accounts.upgradeAnonymous(
            try await server.authenticate(guest.tokens),
            email: "ann@example.com",
            password: "correct horse"
        ).get()
        #expect(known.session.id == guest.session.id)
        #expect(known.tokens.lifetime == .hours(1))
        server.clock.advance(.days(6))
        let refreshed = try await server.refresh(known.tokens)
        server.clock.advance(.days(1))
        #expect(await failure { try await server.refresh(refreshed.tokens) } == .token(.sessionEnded(nil)))
    }

    @Test(
        "a re-authentication without refresh tokens keeps the session as long as its new access token (U10)"
    )
    func reauthenticatedSessionWithoutRefreshToken() async throws {
        var policy = Policy()
        policy.refreshTokens.issued = false
        policy.signIn.protectsEmailEnumeration = false
        let server = try await Server(policy: policy)
        let mine = try await server.signUp()
        server.clock.advance(.minutes(50))
        let proved = try await server.services.signIn.withPassword(
            email: "ann@example.com",
            password: "correct horse",
            reauthenticating: try await server.authenticate(mine.tokens),
            by: server.caller()
        )
        server.clock.advance(.minutes(59))
        let who = try await server.authenticate(proved.tokens)
        let again = try await server.services.signIn.withPassword(
            email: "ann@example.com",
            password: "correct horse",
            reauthenticating: who,
            by: server.caller()
        )
        server.clock.advance(.minutes(1))
        let updated = try await server.services.accounts.update(
            AccountChanges(password: "another horse"),
            of: try await server.authenticate(again.tokens)
        )
        #expect(updated.tokens?.lifetime == .hours(1))
        server.clock.advance(.hours(1) + month + .seconds(1))
        #expect(try await server.services.cleanup.deleteSessions(endedFor: month, limit: 10) == 2)
    }

    @Test("a session from before the moment from which all counts goes like any that was revoked (K5)")
    func voidedSession() async throws {
        let server = try await Server()
        let early = try await server.signUp()
        server.clock.advance(.minutes(10))
        let late = try await server.signIn()
        var changes = AdministeredChanges()
        changes.validSince = server.clock.now()
        server.clock.advance(.minutes(10))
        _ = try await server.services.users.update(early.user.id, changes, in: server.pool, by: .server)
        server.clock.advance(month + .seconds(1))
        #expect(try await server.services.cleanup.deleteSessions(endedFor: month, limit: 10) == 1)
        #expect(await failure { try await server.refresh(early.tokens) } == .token(.sessionEnded(nil)))
        _ = try await server.refresh(late.tokens)
    }

    @Test("a session past its end is kept for as long as a revoked one")
    func expiredSession() async throws {
        var policy = Policy()
        policy.sessions.lifetime = 60
        let server = try await Server(policy: policy)
        let mine = try await server.signUp()
        server.clock.advance(.minutes(1) + month)
        #expect(try await server.services.cleanup.deleteSessions(endedFor: month, limit: 10) == 0)
        server.clock.advance(.seconds(1))
        #expect(try await server.services.cleanup.deleteSessions(endedFor: month, limit: 10) == 1)
        #expect(await failure { try await server.refresh(mine.tokens) } == .token(.sessionEnded(nil)))
    }
}

extension SignedIn {
    fileprivate var refreshText: String { String(decoding: tokens.refreshToken ?? [], as: UTF8.self) }
}

extension TimeSpan {
    fileprivate static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: a.milliseconds + b.milliseconds)
    }

    fileprivate static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: a.milliseconds - b.milliseconds)
    }
}
