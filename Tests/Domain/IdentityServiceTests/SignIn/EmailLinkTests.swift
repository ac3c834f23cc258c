import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("Sign-in by a link, and changes of the address")
struct EmailLinkTests {
    @Test("a link signs up a new user, whose address is verified (U6)")
    func signUp() async throws {
        let server = try await Server()
        let code = try await server.code(.emailSignIn)
        let signedIn = try await server.services.signIn.withEmailLink(
            email: "Ann@Example.com",
            code: code,
            by: server.caller()
        ).get()
        #expect(signedIn.isNewUser && signedIn.user.isEmailVerified && signedIn.user.signsInByEmailLink)
        #expect(try await server.authenticate(signedIn.tokens).user.id == signedIn.user.id)
        let again = try await server.code(.emailSignIn)
        let second = try await server.services.signIn.withEmailLink(
            email: "ann@example.com",
            code: again,
            by: server.caller()
        ).get()
        #expect(!second.isNewUser && second.user.id == signedIn.user.id)
        _ = try await server.refresh(signedIn.tokens)
    }

    @Test("a link from before the user existed is void after a new password (security 9)")
    func earlierLink() async throws {
        let server = try await Server()
        let early = try await server.code(.emailSignIn)
        let unused = try await server.code(.emailSignIn)
        let signedUp = try await server.signUp("ann@example.com")
        let who = try await server.authenticate(signedUp.tokens)
        _ = try await server.services.accounts.update(
            AccountChanges(password: "another horse"),
            of: who
        )
        for code in [early, unused] {
            #expect(
                await failure {
                    try await server.services.signIn.withEmailLink(
                        email: "ann@example.com",
                        code: code,
                        by: server.caller()
                    ).get()
                }
                    == .code(.invalid)
            )
        }
    }

    @Test("a link does not sign in without the address that it was sent to, nor with another")
    func wrongAddress() async throws {
        let server = try await Server()
        _ = try await server.signUp("bob@example.com")
        let code = try await server.code(.emailSignIn)
        for email in ["bob@example.com", "eve@example.com"] {
            #expect(
                await failure {
                    try await server.services.signIn.withEmailLink(
                        email: email,
                        code: code,
                        by: server.caller()
                    ).get()
                }
                    == .code(.emailMismatch)
            )
        }
        _ = try await server.services.signIn.withEmailLink(
            email: "ann@example.com",
            code: code,
            by: server.caller()
        ).get()
    }

    @Test("guesses at the address of one link are limited (security 11)")
    func guesses() async throws {
        let server = try await Server()
        let code = try await server.code(.emailSignIn)
        var last: IdentityError?
        for number in 0..<11 {
            last = await failure {
                try await server.services.signIn.withEmailLink(
                    email: "g\(number)@example.com",
                    code: code,
                    by: server.caller()
                ).get()
            }
        }
        guard case .tooManyAttempts = last else {
            Issue.record("\(String(describing: last))")
            return
        }
    }

    @Test("a link to an unverified address ends the password and the sessions of its maker (security 1)")
    func takeOver() async throws {
        let server = try await Server()
        let squatter = try await server.signUp()
        server.clock.advance(.seconds(2))
        let code = try await server.code(.emailSignIn)
        let owner = try await server.services.signIn.withEmailLink(
            email: "ann@example.com",
            code: code,
            by: server.caller()
        ).get()
        #expect(owner.user.id == squatter.user.id && owner.user.isEmailVerified)
        #expect(
            await failure { try await server.refresh(squatter.tokens) }
                == .token(.sessionEnded(.passwordChange))
        )
        #expect(await failure { try await server.signIn() } == .credential(.invalid))
        _ = try await server.refresh(owner.tokens)
    }

    @Test("a link leaves the password of a user with a verified address")
    func verified() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let verification = try await server.code(.verifyEmail, of: mine)
        #expect(
            try await server.services.verification.applyCode(verification, by: server.caller()).user
                .isEmailVerified
        )
        let code = try await server.code(.emailSignIn)
        _ = try await server.services.signIn.withEmailLink(
            email: "ann@example.com",
            code: code,
            by: server.caller()
        ).get()
        _ = try await server.signIn()
        _ = try await server.refresh(mine.tokens)
    }

    @Test("an anonymous user gets the address of a link, and keeps the id and the session")
    func anonymous() async throws {
        let server = try await Server()
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        let code = try await server.code(.emailSignIn)
        let linked = try await server.services.signIn.withEmailLink(
            email: "ann@example.com",
            code: code,
            linking: try await server.authenticate(guest.tokens),
            by: server.caller()
        ).get()
        #expect(linked.user.id == guest.user.id && linked.session.id == guest.session.id && !linked.isNewUser)
        #expect(await failure { try await server.authenticate(guest.tokens) } != nil)
        _ = try await server.refresh(linked.tokens)
    }

    @Test("a link does not reveal the address of another user")
    func takenAddress() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        let who = try await server.authenticate(guest.tokens)
        let code = try await server.code(.emailSignIn)
        #expect(
            await failure {
                try await server.services.signIn.withEmailLink(
                    email: "ann@example.com",
                    code: code,
                    linking: who,
                    by: server.caller()
                ).get()
            } == .user(.emailExists)
        )
    }

    @Test("if users may not sign up, a link creates no user (U11)")
    func closedSignUp() async throws {
        let server = try await Server()
        let code = try await server.code(.emailSignIn)
        var project = server.project
        project.policy.signUp.allowed = false
        try await server.projects.change(project, by: .server) { $0 = project }
        #expect(
            await failure {
                try await server.services.signIn.withEmailLink(
                    email: "ann@example.com",
                    code: code,
                    by: server.caller()
                ).get()
            } == .rule(.administratorOnly)
        )
    }

    @Test("a changed address is verified, ends all sessions, and can be brought back by its former owner")
    func recovery() async throws {
        let server = try await Server()
        let owner = try await server.verifiedUser()
        let change = try await server.code(.verifyAndChangeEmail, of: owner)
        server.clock.advance(.seconds(2))
        let changed = try await server.services.verification.applyCode(change, by: server.caller()).user
        #expect(changed.email?.description == "new@example.com" && changed.isEmailVerified)
        #expect(
            await failure { try await server.refresh(owner.tokens) } == .token(.sessionEnded(.emailChange))
        )
        // A thief changes the password too.
        let reset = try await server.code(.passwordReset, "new@example.com")
        _ = try await server.services.verification.resetPassword(
            "thief's horse",
            code: reset,
            by: server.caller()
        )
        let thief = try await server.signIn("new@example.com", password: "thief's horse")
        server.clock.advance(.seconds(2))

        let codes = try await server.services.verification.readableCodes(in: server.pool)
        let recovery = try #require(codes.last { $0.code.purpose == .recoverEmail })
        #expect(recovery.code.recipient.description == "ann@example.com")
        let restored = try await server.services.verification.applyCode(recovery.text, by: server.caller())
            .user
        #expect(restored.email?.description == "ann@example.com" && restored.passwordHash == nil)
        #expect(
            await failure { try await server.refresh(thief.tokens) } == .token(.sessionEnded(.emailChange))
        )
        #expect(
            await failure { try await server.signIn(password: "thief's horse") } == .credential(.invalid)
        )
        #expect(try await server.services.verification.readableCodes(in: server.pool).isEmpty)
    }

    @Test("an unverified address cannot be restored: it may belong to somebody else (security 1)")
    func unverifiedRecovery() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let change = try await server.code(.verifyAndChangeEmail, of: mine)
        _ = try await server.services.verification.applyCode(change, by: server.caller())
        #expect(try await server.services.verification.readableCodes(in: server.pool).isEmpty)
    }

    @Test(
        "a change of the address needs a recent sign-in, and hides whether the new one is in use (U10, security 12)"
    )
    func changeRequest() async throws {
        let server = try await Server()
        let mine = try await server.verifiedUser()
        _ = try await server.signUp("new@example.com")
        let who = try await server.authenticate(mine.tokens)
        let request = CodeRequest(.verifyAndChangeEmail, newEmail: "new@example.com")
        _ = try await server.services.verification.sendCode(request, for: .user(who), by: server.caller())
        #expect(try await server.services.verification.readableCodes(in: server.pool).isEmpty)
        server.clock.advance(.minutes(6))
        #expect(
            await failure {
                try await server.services.verification.sendCode(request, for: .user(who), by: server.caller())
            }
                == .credential(.tooOld)
        )
    }

    @Test("many changes of the address do not displace the first owner's way back (security 34)")
    func manyChanges() async throws {
        let server = try await Server()
        _ = try await server.verifiedUser()
        var email = "ann@example.com"
        for number in 0..<8 {
            let signedIn = try await server.linkSignIn(email)
            var request = CodeRequest(.verifyAndChangeEmail)
            request.newEmail = "new\(number)@example.com"
            let who = try await server.authenticate(signedIn.tokens)
            let sent = try await server.services.verification.sendCode(
                request,
                for: .user(who),
                by: server.caller()
            )
            _ = try await server.services.verification.applyCode(sent.text, by: server.caller())
            email = "new\(number)@example.com"
            server.clock.advance(.minutes(1))
        }
        let codes = try await server.services.verification.readableCodes(in: server.pool)
        let recoveries = codes.filter { $0.code.purpose == .recoverEmail }
        #expect(recoveries.count == ActionCode.maximumRecoveries)
        let first = try #require(recoveries.first { $0.code.email.description == "ann@example.com" })
        _ = try await server.services.verification.applyCode(first.text, by: server.caller())
    }
}

extension Server {
    /// A user with password whose address is verified.
    fileprivate func verifiedUser() async throws -> SignedIn {
        let user = try await signUp()
        _ = try await services.verification.applyCode(try await code(.verifyEmail, of: user), by: caller())
        return user
    }

    fileprivate func linkSignIn(_ email: String) async throws -> SignedIn {
        try await services.signIn.withEmailLink(
            email: email,
            code: try await code(.emailSignIn, email),
            by: caller()
        ).get()
    }
}
