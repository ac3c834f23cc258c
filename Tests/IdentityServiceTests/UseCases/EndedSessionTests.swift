import IdentityDomain
import IdentityService
import Testing

@Suite("Sessions that have ended, and are deleted")
struct EndedSessionTests {
    private let month = TimeSpan.days(30)

    @Test("K12 a session that is not stored any more has ended; its user is not said to be gone")
    func deletedSession() async throws {
        let server = try await Server()
        let ended = try await server.signUp()
        let standing = try await server.signIn()
        try await server.service.revoke(ended.refreshText, by: server.caller())
        #expect(await failure { try await server.refresh(ended.tokens) } == .sessionEnded(.signOut))

        #expect(try await server.service.deleteSessions(endedFor: month, limit: 10) == 0)
        server.clock.advance(month + .seconds(1))
        #expect(try await server.service.deleteSessions(endedFor: month, limit: 10) == 1)
        #expect(await failure { try await server.refresh(ended.tokens) } == .sessionEnded(nil))
        try await server.service.revoke(ended.refreshText, by: server.caller())
        guard case .inactive = try await server.service.introspect(ended.refreshText, by: server.caller())
        else {
            Issue.record("the token of a session that is gone is active")
            return
        }
        _ = try await server.refresh(standing.tokens)
    }

    @Test("an access token says the same: the session has ended, or the user is gone")
    func accessToken() async throws {
        var settings = ProjectSettings()
        settings.accessTokenLifetime = 86_400
        let server = try await Server(settings: settings)
        let mine = try await server.signUp()
        try await server.service.revoke(mine.refreshText, by: server.caller())
        server.clock.advance(.seconds(1))
        #expect(try await server.service.deleteSessions(endedFor: .zero, limit: 10) == 1)
        #expect(await failure { try await server.authenticate(mine.tokens) } == .sessionEnded(nil))
        try await server.service.deleteUser(mine.user.id, in: server.pool)
        #expect(await failure { try await server.authenticate(mine.tokens) } == .userNotFound)
    }

    @Test("that an account is gone is told as long as it is remembered; then the session has ended")
    func deletedUser() async throws {
        let server = try await Server()
        let gone = try await server.signUp()
        try await server.service.deleteUser(gone.user.id, in: server.pool)
        server.clock.advance(month)
        #expect(try await server.service.deleteSessions(endedFor: month, limit: 10) == 0)
        #expect(await failure { try await server.refresh(gone.tokens) } == .userNotFound)
        server.clock.advance(.seconds(1))
        #expect(try await server.service.deleteSessions(endedFor: month, limit: 10) == 1)
        #expect(await failure { try await server.refresh(gone.tokens) } == .sessionEnded(nil))
    }

    @Test("a session past its end is kept for as long as a revoked one")
    func expiredSession() async throws {
        var settings = ProjectSettings()
        settings.sessionLifetime = 60
        let server = try await Server(settings: settings)
        let mine = try await server.signUp()
        server.clock.advance(.minutes(1) + month)
        #expect(try await server.service.deleteSessions(endedFor: month, limit: 10) == 0)
        server.clock.advance(.seconds(1))
        #expect(try await server.service.deleteSessions(endedFor: month, limit: 10) == 1)
        #expect(await failure { try await server.refresh(mine.tokens) } == .sessionEnded(nil))
    }
}

extension SignedIn {
    fileprivate var refreshText: String { String(decoding: tokens.refreshToken ?? [], as: UTF8.self) }
}

extension TimeSpan {
    fileprivate static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: a.milliseconds + b.milliseconds)
    }
}
