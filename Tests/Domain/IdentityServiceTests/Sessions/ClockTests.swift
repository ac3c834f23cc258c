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
            of: try await server.authenticate(mine.tokens)
        )
        if steps.count > 1 { server.clock.step(steps[1]) }
        for dead in [old, mine] {
            #expect(
                await failure { try await server.refresh(dead.tokens) }
                    == .token(.sessionEnded(.passwordChange))
            )
            #expect(
                await failure { try await server.authenticate(dead.tokens) }
                    == .token(.sessionEnded(.passwordChange))
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
            _ = try await server.services.users.update(before.user.id, changes, in: server.pool, by: .server)
            #expect(
                await failure { try await server.refresh(before.tokens) }
                    == .token(.sessionEnded(.passwordChange))
            )
            let after = try await server.signIn()
            #expect(after.user.validSince > validSince)
            #expect(after.session.authenticatedAt >= after.user.validSince)
            validSince = after.user.validSince
        }
    }

    @Test("a future moment of an administrator ends all sessions, and a later sign-in works at once")
    func momentToCome() async throws {
        let server = try await Server()
        let old = try await server.signUp()
        var changes = AdministeredChanges()
        changes.validSince = server.clock.now() + .hours(1)
        _ = try await server.services.users.update(old.user.id, changes, in: server.pool, by: .server)
        #expect(
            await failure { try await server.refresh(old.tokens) } == .token(.sessionEnded(.administrator))
        )
        let new = try await server.signIn()
        _ = try await server.authenticate(try await server.refresh(new.tokens).tokens)
        #expect(new.session.authenticatedAt == changes.validSince)
    }

    @Test(
        "a sign-in that is dated ahead of a corrected clock is not recent; a new one is",
        arguments: [.hours(1), .days(1)] as [TimeSpan],
        [false, true]
    )
    func recentSignIn(ahead: TimeSpan, changesPassword: Bool) async throws {
        let server = try await Server()
        var changes = AdministeredChanges()
        (changes.email, changes.password) = (.set("ann@example.com"), .set("correct horse"))
        _ = try await server.services.users.create(changes, in: server.pool, by: .server)
        func change(_ name: String, _ tokens: IssuedTokens) async -> IdentityError? {
            await failure {
                let who = try await server.authenticate(tokens)
                _ = try await server.services.accounts.update(
                    AccountChanges(userName: name),
                    of: who
                )
            }
        }
        server.clock.step(ahead)
        var (old, password) = (try await server.signIn().tokens, "correct horse")
        if changesPassword {
            // The new session is dated at `validSince`, which stays ahead.
            password = "another horse"
            let updated = try await server.services.accounts.update(
                AccountChanges(password: Secret(password)),
                of: try await server.authenticate(old)
            )
            old = try #require(updated.tokens)
        }
        #expect(await change("ann1", old) == nil)
        server.clock.step(TimeSpan(milliseconds: -ahead.milliseconds))
        #expect(await change("ann2", old) == .credential(.tooOld))
        server.clock.advance(.minutes(30))
        #expect(await change("ann2", old) == .credential(.tooOld))
        #expect(await change("ann3", try await server.signIn(password: password).tokens) == nil)
        server.clock.advance(.minutes(6))
        #expect(await change("ann4", old) == .credential(.tooOld))
    }

    @Test("revoked sessions and used codes are rejected after the clock was set", arguments: steps)
    func ended(steps: [TimeSpan]) async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let verify = try await server.code(.verifyEmail, of: mine)
        let reset = try await server.code(.passwordReset)
        _ = try await server.services.verification.applyCode(verify, by: server.caller())
        var changes = AdministeredChanges()
        changes.validSince = server.clock.now()
        _ = try await server.services.users.update(mine.user.id, changes, in: server.pool, by: .server)
        for step in steps {
            server.clock.step(step)
            #expect(
                await failure { try await server.refresh(mine.tokens) }
                    == .token(.sessionEnded(.administrator))
            )
            #expect(await failure { try await server.authenticate(mine.tokens) } != nil)
            for code in [verify, reset] {
                let error = await failure {
                    try await server.services.verification.applyCode(code, by: server.caller())
                }
                #expect(error == .code(.invalid))
            }
        }
    }

    @Test("an expired access token is accepted again for as long as the clock was set back")
    func expired() async throws {
        let server = try await Server()
        let tokens = try await server.signUp().tokens
        server.clock.advance(.hours(2))
        #expect(await failure { try await server.authenticate(tokens) } == .token(.accessTokenExpired))
        server.clock.step(.hours(-2))
        _ = try await server.authenticate(tokens)
        server.clock.advance(.hours(2))
        #expect(await failure { try await server.authenticate(tokens) } == .token(.accessTokenExpired))
    }

    @Test("attempts expire independent of the time of day", arguments: steps)
    func throttle(steps: [TimeSpan]) async throws {
        let server = try await Server()
        _ = try await server.signUp()
        server.clock.step(steps[0])
        #expect(await failure { try await server.signIn(password: "guess") } == .credential(.invalid))
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
