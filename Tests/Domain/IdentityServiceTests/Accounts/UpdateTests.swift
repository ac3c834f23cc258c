import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("Changing one's own account")
struct UpdateTests {
    @Test("the profile changes without a recent sign-in, and other devices see it (U1, U5)")
    func profile() async throws {
        let server = try await Server()
        let signedUp = try await server.signUp()
        let other = try await server.signIn()
        server.clock.advance(.minutes(50))
        let who = try await server.authenticate(signedUp.tokens)
        let set = AccountChanges(displayName: .set("Ann"), photoURL: .set("https://example.com/ann.png"))
        let updated = try await server.services.accounts.update(set, of: who)
        #expect(updated.tokens == nil && updated.session.id == signedUp.session.id)
        #expect(try await server.authenticate(other.tokens).user.displayName == "Ann")
        let clear = AccountChanges(displayName: .clear)
        let cleared = try await server.services.accounts.update(clear, of: who).user
        #expect(cleared.displayName == nil && cleared.photoURL == "https://example.com/ann.png")
    }

    @Test(
        "a new password ends all sessions, and only this device's new tokens are valid (U9, K5)"
    )
    func password() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let other = try await server.signIn()
        server.clock.advance(.seconds(2))
        let who = try await server.authenticate(mine.tokens)
        let updated = try await server.services.accounts.update(
            AccountChanges(password: "another horse"),
            of: who
        )
        for dead in [mine, other] {
            #expect(
                await failure { try await server.refresh(dead.tokens) }
                    == .token(.sessionEnded(.passwordChange))
            )
            #expect(
                await failure { try await server.authenticate(dead.tokens) }
                    == .token(.sessionEnded(.passwordChange))
            )
        }
        let tokens = try #require(updated.tokens)
        _ = try await server.authenticate(tokens)
        _ = try await server.refresh(tokens)
        #expect(await failure { try await server.signIn() } == .credential(.invalid))
        _ = try await server.signIn(password: "another horse")
    }

    @Test(
        "a new address is unverified and ends the other sessions; this device's session continues (U9, U10)"
    )
    func email() async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        let mine = try await server.signUp()
        var verified = AdministeredChanges()
        verified.isEmailVerified = true
        _ = try await server.services.users.update(mine.user.id, verified, in: server.pool, by: .server)
        let other = try await server.signIn()
        server.clock.advance(.seconds(2))
        let updated = try await server.changeEmail(mine.tokens, to: "new@example.com")
        #expect(updated.user.email?.description == "new@example.com" && !updated.user.isEmailVerified)
        #expect(updated.session.id == mine.session.id)
        _ = try await server.authenticate(mine.tokens)
        _ = try await server.refresh(mine.tokens)
        #expect(
            await failure { try await server.refresh(other.tokens) } == .token(.sessionEnded(.emailChange))
        )
        #expect(
            await failure { try await server.authenticate(other.tokens) }
                == .token(.sessionEnded(.emailChange))
        )
        _ = try await server.signIn("new@example.com")
    }

    @Test(
        "a lost response to an e-mail change ends no session, also during a refresh (K8)"
    )
    func lostEmailResponse() async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        for (number, refreshesBefore) in [false, true].enumerated() {
            let mine = try await server.signUp("ann\(number)@example.com")
            let access = refreshesBefore ? try await server.refresh(mine.tokens).tokens : mine.tokens
            server.clock.advance(.seconds(2))
            _ = try await server.changeEmail(access, to: "new\(number)@example.com")
            // The access token says the old address; it goes on, and the refresh tokens are where they were.
            #expect(
                try await server.authenticate(access).user.email?.description == "new\(number)@example.com"
            )
            let refreshed = try await server.refresh(access)
            #expect(refreshed.user.email?.description == "new\(number)@example.com")
            #expect(refreshed.session.id == mine.session.id)
            _ = try await server.authenticate(refreshed.tokens)
        }
    }

    @Test(
        "an e-mail change and its reversal are not a sign-in: auth_time stays, and step-up is required in time (security 30)"
    )
    func emailIsNoSignIn() async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        let mine = try await server.signUp()
        for email in ["there@example.com", "ann@example.com"] {
            server.clock.advance(.seconds(140))
            let updated = try await server.changeEmail(mine.tokens, to: email)
            #expect(updated.session.authenticatedAt == mine.session.authenticatedAt)
            #expect(updated.user.lastSignedInAt == mine.user.lastSignedInAt)
        }
        server.clock.advance(.seconds(21))
        #expect(
            await failure { try await server.changeEmail(mine.tokens, to: "again@example.com") }
                == .credential(.tooOld)
        )
        let refreshed = try await server.refresh(mine.tokens)
        #expect(refreshed.session.authenticatedAt == mine.session.authenticatedAt)
    }

    @Test("a new address and a new password at once: the stricter rule (U9, K5)")
    func emailAndPassword() async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        let mine = try await server.signUp()
        let who = try await server.authenticate(mine.tokens)
        let both = AccountChanges(email: "new@example.com", password: "another horse")
        let updated = try await server.services.accounts.update(both, of: who)
        #expect(updated.session.id != mine.session.id)
        #expect(
            await failure { try await server.refresh(mine.tokens) } == .token(.sessionEnded(.passwordChange))
        )
    }

    @Test(
        "if addresses are hidden, only administrators can change them, in use or not (security 12)"
    )
    func hiddenAddresses() async throws {
        let server = try await Server()
        _ = try await server.signUp("bob@example.com")
        let mine = try await server.signUp()
        for email in ["bob@example.com", "new@example.com"] {
            let rejected = await failure { try await server.changeEmail(mine.tokens, to: email) }
            #expect(rejected == .rule(.unverifiedEmailChange))
        }
        var changes = AdministeredChanges()
        changes.email = .set("new@example.com")
        _ = try await server.services.users.update(mine.user.id, changes, in: server.pool, by: .server)
    }

    @Test(
        "a user changes address or password ten times, and then once a minute (security 12)",
        arguments: [AccountChanges(email: "bob@example.com"), AccountChanges(password: "another horse")]
    )
    func manyChanges(change: AccountChanges) async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        _ = try await server.signUp("bob@example.com")
        var tokens = try await server.signUp().tokens
        for _ in 0..<10 {
            let who = try await server.authenticate(tokens)
            let updated = try? await server.services.accounts.update(change, of: who)
            tokens = updated?.tokens ?? tokens
        }
        let who = try await server.authenticate(tokens)
        let rejected = await failure {
            try await server.services.accounts.update(change, of: who)
        }
        #expect(rejected == .tooManyAttempts(retryAfter: .minutes(1)))
        _ = try await server.services.accounts.update(
            AccountChanges(displayName: .set("Ann")),
            of: who.sending(by: server.caller(from: "198.51.100.7"))
        )
    }

    @Test("the same address again changes nothing and needs no recent sign-in")
    func sameEmail() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        server.clock.advance(.minutes(30))
        let who = try await server.authenticate(mine.tokens)
        let same = AccountChanges(email: "Ann@example.com")
        #expect(try await server.services.accounts.update(same, of: who).tokens == nil)
    }

    @Test(
        "an irreversible operation needs a recent sign-in, and a refresh does not count as one (U10)",
        arguments: [AccountChanges(email: "new@example.com"), AccountChanges(password: "another horse")]
    )
    func recentSignIn(changes: AccountChanges) async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        let first = try await server.signUp()
        server.clock.advance(.milliseconds(300_001))
        let who = try await server.authenticate(try await server.refresh(first.tokens).tokens)
        let rejected = await failure {
            try await server.services.accounts.update(changes, of: who)
        }
        #expect(rejected == .credential(.tooOld))
        let proved = try await server.services.signIn.withPassword(
            email: "ann@example.com",
            password: "correct horse",
            reauthenticating: who,
            by: server.caller()
        )
        let again = try await server.authenticate(proved.tokens)
        _ = try await server.services.accounts.update(changes, of: again)
    }

    @Test(
        "invalid values are rejected",
        arguments: [
            (AccountChanges(email: "x"), .input(.invalidEmail)),
            (AccountChanges(email: ""), .input(.missingEmail)),
            (AccountChanges(password: "short"), .password(.tooShort(minimum: 8))),
            (AccountChanges(password: ""), .password(.missing)),
            (AccountChanges(email: "bob@example.com"), .user(.emailExists)),
            (AccountChanges(photoURL: .set("ftp://x/y")), .input(.invalidPhotoURL)),
        ] as [(AccountChanges, IdentityError)]
    )
    func rejections(changes: AccountChanges, error: IdentityError) async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        _ = try await server.signUp("bob@example.com")
        let who = try await server.authenticate(try await server.signUp().tokens)
        #expect(
            await failure { try await server.services.accounts.update(changes, of: who) }
                == error
        )
    }

    @Test("an anonymous user is upgraded by address and password together, and not by one of them")
    func anonymous() async throws {
        let server = try await Server()
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        server.clock.advance(.minutes(30))
        let who = try await server.authenticate(guest.tokens)
        let half = AccountChanges(email: "ann@example.com")
        let rejected = await failure {
            try await server.services.accounts.update(half, of: who)
        }
        #expect(rejected == .password(.missing))
        let both = AccountChanges(
            email: "ann@example.com",
            password: "correct horse",
            photoURL: .set("https://example.com/a.png")
        )
        let updated = try await server.services.accounts.update(both, of: who)
        #expect(updated.tokens != nil && updated.user.photoURL != nil && !updated.user.isAnonymous)
    }

    @Test("deleting one's account (U10, U11)")
    func deletion() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        server.clock.advance(.minutes(6))
        let stale = try await server.authenticate(mine.tokens)
        let rejected = await failure { try await server.services.accounts.delete(stale) }
        #expect(rejected == .credential(.tooOld))

        let fresh = try await server.signIn()
        try await server.services.accounts.delete(
            try await server.authenticate(fresh.tokens)
        )
        #expect(await failure { try await server.authenticate(fresh.tokens) } == .user(.notFound))
        #expect(await failure { try await server.refresh(fresh.tokens) } == .user(.notFound))
        #expect(await failure { try await server.refresh(mine.tokens) } == .user(.notFound))
        _ = try await server.signUp()
    }

    @Test("self-deletion can be turned off; anonymous users need no recent sign-in for it (U11)")
    func deletionPolicy() async throws {
        var policy = Policy()
        policy.users.allowsSelfDeletion = false
        let closed = try await Server(policy: policy)
        let who = try await closed.authenticate(try await closed.signUp().tokens)
        #expect(
            await failure { try await closed.services.accounts.delete(who) }
                == .rule(.administratorOnly)
        )

        let server = try await Server()
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        server.clock.advance(.minutes(30))
        try await server.services.accounts.delete(
            try await server.authenticate(guest.tokens)
        )
    }
}

extension Server {
    fileprivate func changeEmail(_ tokens: IssuedTokens, to email: String) async throws -> Updated {
        let changes = AccountChanges(email: email)
        return try await services.accounts.update(changes, of: try await authenticate(tokens))
    }
}

extension TimeSpan {
    fileprivate static func milliseconds(_ count: Int64) -> TimeSpan { TimeSpan(milliseconds: count) }
}
