import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("A clock that is set while the server runs (security 28)")
struct ClockTests {
    /// By how much the clock is set: NTP's two seconds, an hour, a day, and an hour ahead, corrected.
    private static let steps: [[TimeSpan]] = [
        [.seconds(-2)], [.hours(-1)], [.days(-1)], [.hours(1), .hours(-1)], [.days(1), .days(-1)],
    ]

    @Test("sign-up, sign-in, refresh and lookup work at every setting", arguments: steps)
    func signIn(steps: [TimeSpan]) async throws {
        let server = try await Server()
        var tokens = [try await server.signUp().tokens]
        for step in steps {
            server.clock.step(step)
            tokens.append(try await server.signIn().tokens)
            for index in tokens.indices { tokens[index] = try await server.refresh(tokens[index]).tokens }
            for tokens in tokens { _ = try await server.authenticate(tokens) }
        }
        #expect(try await server.signUp("bob@example.com").isNewUser)
    }

    @Test(
        "a changed password ends what began before, and what begins after it works, at every setting",
        arguments: steps
    )
    func passwordChange(steps: [TimeSpan]) async throws {
        let server = try await Server()
        let old = try await server.signUp()
        server.clock.step(steps[0])
        let mine = try await server.signIn()
        let changed = try await server.services.accounts.update(
            AccountChanges(password: "another horse"),
            of: try await server.authenticate(mine.tokens),
            by: server.caller()
        )
        if steps.count > 1 { server.clock.step(steps[1]) }
        for dead in [old, mine] {
            #expect(await failure { try await server.refresh(dead.tokens) } == .sessionEnded(.passwordChange))
            #expect(
                await failure { try await server.authenticate(dead.tokens) } == .sessionEnded(.passwordChange)
            )
        }
        let again = try await server.signIn(password: "another horse")
        for tokens in [try #require(changed.tokens), again.tokens] {
            _ = try await server.authenticate(try await server.refresh(tokens).tokens)
        }
    }

    @Test(
        "auth_time is never before validSince, which back ends compare, and validSince never goes back",
        arguments: steps
    )
    func authenticationTime(steps: [TimeSpan]) async throws {
        let server = try await Server()
        var validSince = try await server.signUp().user.validSince
        for step in steps {
            server.clock.step(step)
            let before = try await server.signIn()
            var changes = AdministeredChanges()
            changes.password = .set("correct horse")
            _ = try await server.services.users.update(before.user.id, changes, in: server.pool)
            #expect(
                await failure { try await server.refresh(before.tokens) } == .sessionEnded(.passwordChange)
            )
            let after = try await server.signIn()
            #expect(after.user.validSince > validSince)
            #expect(after.session.authenticatedAt >= after.user.validSince)
            validSince = after.user.validSince
        }
    }

    @Test("an administrator's moment to come ends all sessions; a sign-in after it works at once")
    func momentToCome() async throws {
        let server = try await Server()
        let old = try await server.signUp()
        var changes = AdministeredChanges()
        changes.validSince = server.clock.now() + .hours(1)
        _ = try await server.services.users.update(old.user.id, changes, in: server.pool)
        #expect(await failure { try await server.refresh(old.tokens) } == .sessionEnded(.administrator))
        let new = try await server.signIn()
        _ = try await server.authenticate(try await server.refresh(new.tokens).tokens)
        #expect(new.session.authenticatedAt == changes.validSince)
    }

    @Test("attempts are forgotten as time passes, whatever the time of day is set to", arguments: steps)
    func throttle(steps: [TimeSpan]) async throws {
        let server = try await Server()
        _ = try await server.signUp()
        server.clock.step(steps[0])
        #expect(await failure { try await server.signIn(password: "guess") } == .invalidCredentials)
        if steps.count > 1 { server.clock.step(steps[1]) }
        _ = try await server.signIn()
        for _ in 0..<10 { _ = await failure { try await server.signIn(password: "guess") } }
        for step in [.days(30), .days(-60)] as [TimeSpan] {
            server.clock.step(step)
            #expect(await failure { try await server.signIn() } == .tooManyAttempts(retryAfter: .minutes(1)))
        }
        server.clock.advance(.minutes(1))
        _ = try await server.signIn()
    }

    @Test("an app with keys repeats its refresh and continues, with every setting", arguments: steps)
    func keyedRefresh(steps: [TimeSpan]) async throws {
        let server = try await Server()
        var tokens = try await server.signUp().tokens
        for (number, step) in steps.enumerated() {
            let child = try await server.refresh(tokens, key: "\(number)").tokens
            server.clock.step(step)
            #expect(
                try await server.refresh(tokens, key: "\(number)").tokens.refreshToken == child.refreshToken
            )
            tokens = child
        }
    }
}
