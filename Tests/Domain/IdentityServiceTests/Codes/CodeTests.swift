import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("Codes that are sent by e-mail")
struct CodeTests {
    @Test("a reset sets the password, verifies the address and ends all sessions (security 9)")
    func reset() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        server.clock.advance(.seconds(2))
        let code = try await server.code(.passwordReset)
        #expect(
            try await server.services.verification.checkCode(code, by: server.caller()).purpose
                == .passwordReset
        )
        _ = try await server.services.verification.resetPassword(
            "another horse",
            code: code,
            by: server.caller()
        )
        #expect(
            await failure { try await server.refresh(mine.tokens) } == .token(.sessionEnded(.passwordChange))
        )
        #expect(await failure { try await server.signIn() } == .credential(.invalid))
        let signedIn = try await server.signIn(password: "another horse")
        #expect(signedIn.user.isEmailVerified)
        #expect(
            await failure {
                try await server.services.verification.resetPassword(
                    "third horse",
                    code: code,
                    by: server.caller()
                )
            } == .code(.invalid)
        )
    }

    @Test("a code works once, also with many concurrent requests (security 18)")
    func concurrentUses() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let code = try await server.code(.passwordReset)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let caller = server.caller(from: "192.0.2.\(number)")
                    let use = try? await server.services.verification.resetPassword(
                        "horse number \(number)",
                        code: code,
                        by: caller
                    )
                    return use != nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
    }

    @Test("a sign-in by a link works once, also with many concurrent requests (security 18)")
    func concurrentSignIns() async throws {
        let server = try await Server()
        let code = try await server.code(.emailSignIn, "new@example.com")
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let caller = server.caller(from: "192.0.2.\(number)")
                    let use = try? await server.services.signIn.withEmailLink(
                        email: "new@example.com",
                        code: code,
                        by: caller
                    ).get()
                    return use != nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
    }

    @Test("a code expires after the time that the policy sets", arguments: ActionCode.Purpose.requested)
    func expiry(_ purpose: ActionCode.Purpose) async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let code = try await server.code(purpose, of: mine)
        let lifetime = server.project.policy.codes.lifetime(of: purpose)
        server.clock.advance(TimeSpan(milliseconds: lifetime.milliseconds - 1000))
        _ = try await server.services.verification.checkCode(code, by: server.caller())
        server.clock.advance(.seconds(1))
        #expect(
            await failure { try await server.services.verification.checkCode(code, by: server.caller()) }
                == .code(.expired)
        )
        #expect(try await server.services.cleanup.deleteExpiredCodes(limit: 10) == 0)
        server.clock.advance(.days(2))
        #expect(try await server.services.cleanup.deleteExpiredCodes(limit: 10) == 1)
        #expect(
            await failure { try await server.services.verification.checkCode(code, by: server.caller()) }
                == .code(.invalid)
        )
    }

    @Test("a change of the password voids codes that give access, and leaves a verification (security 9)")
    func passwordChange() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        var codes: [ActionCode.Purpose: Secret] = [:]
        for purpose in ActionCode.Purpose.requested {
            codes[purpose] = try await server.code(purpose, of: mine)
        }
        let who = try await server.authenticate(mine.tokens)
        let change = AccountChanges(password: "another horse")
        _ = try await server.services.accounts.update(change, of: who)
        for (purpose, code) in codes {
            let outcome = await failure {
                try await server.services.verification.checkCode(code, by: server.caller())
            }
            #expect(outcome == (purpose == .verifyEmail ? nil : .code(.invalid)), "\(purpose)")
        }
    }

    @Test(
        "a change of the address voids all codes for it (security 9)",
        arguments: ActionCode.Purpose.requested
    )
    func emailChange(_ purpose: ActionCode.Purpose) async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        let mine = try await server.signUp()
        let code = try await server.code(purpose, of: mine)
        let who = try await server.authenticate(mine.tokens)
        let change = AccountChanges(email: "new@example.com")
        _ = try await server.services.accounts.update(change, of: who)
        let outcome = await failure {
            try await server.services.applyOrUse(code, purpose, by: server.caller())
        }
        #expect(outcome == .code(.invalid))
    }

    @Test("the deletion of a user deletes its codes (security 34)", arguments: ActionCode.Purpose.requested)
    func deletion(_ purpose: ActionCode.Purpose) async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let code = try await server.code(purpose, of: mine)
        try await server.services.users.delete(mine.user.id, in: server.pool, by: .server)
        #expect(
            await failure { try await server.services.verification.checkCode(code, by: server.caller()) }
                == .code(.invalid)
        )
        #expect(try await server.services.verification.readableCodes(in: server.pool).isEmpty)
    }

    @Test("a disabled user can use no code (security 17)", arguments: ActionCode.Purpose.requested)
    func disabled(_ purpose: ActionCode.Purpose) async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let code = try await server.code(purpose, of: mine)
        var changes = AdministeredChanges()
        changes.isDisabled = true
        _ = try await server.services.users.update(mine.user.id, changes, in: server.pool, by: .server)
        let outcome = await failure {
            try await server.services.applyOrUse(code, purpose, by: server.caller())
        }
        #expect(outcome == .user(.disabled))
    }

    @Test("a code of another purpose is rejected by each use")
    func purposes() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let caller = server.caller()
        let verify = try await server.code(.verifyEmail, of: mine)
        let link = try await server.code(.emailSignIn)
        #expect(
            await failure {
                try await server.services.verification.resetPassword(
                    "another horse",
                    code: verify,
                    by: caller
                )
            }
                == .code(.invalid)
        )
        #expect(
            await failure { try await server.services.verification.applyCode(link, by: caller) }
                == .code(.invalid)
        )
        #expect(
            await failure {
                try await server.services.signIn.withEmailLink(
                    email: "ann@example.com",
                    code: verify,
                    by: caller
                ).get()
            }
                == .code(.invalid)
        )
        #expect(
            await failure { try await server.services.verification.applyCode("", by: caller) }
                == .code(.missing)
        )
    }

    @Test("a code of a tenant is unknown in the project's own pool (security 19)")
    func tenants() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let code = try await server.code(.passwordReset)
        let neighbour = server.caller(tenant: TenantID(rawValue: "blue"))
        #expect(
            await failure { try await server.services.verification.checkCode(code, by: neighbour) }
                == .code(.invalid)
        )
    }
}

extension ActionCode.Purpose {
    /// The purposes for which a user can request a code.
    static let requested: [Self] = [.passwordReset, .verifyEmail, .emailSignIn, .verifyAndChangeEmail]
}

extension Server {
    /// Requests a code, and reads it from the mail.
    func code(
        _ purpose: ActionCode.Purpose,
        _ email: String = "ann@example.com",
        of signedIn: SignedIn? = nil
    ) async throws -> Secret {
        var request = CodeRequest(purpose, email: email)
        request.newEmail = "new@example.com"
        let requester: CodeRequester =
            if let signedIn { .user(try await authenticate(signedIn.tokens)) } else { .anyone }
        _ = try await services.verification.sendCode(request, for: requester, by: caller())
        let codes = try await services.verification.readableCodes(in: pool)
        return try #require(codes.last { $0.code.purpose == purpose }).text
    }
}

extension IdentityServices {
    /// Uses a code for what it is for.
    func applyOrUse(_ code: Secret, _ purpose: ActionCode.Purpose, by caller: Caller) async throws {
        switch purpose {
        case .passwordReset: _ = try await verification.resetPassword("another horse", code: code, by: caller)
        case .emailSignIn:
            _ = try await signIn.withEmailLink(email: "ann@example.com", code: code, by: caller).get()
        case .verifyEmail, .verifyAndChangeEmail, .recoverEmail:
            _ = try await verification.applyCode(code, by: caller)
        }
    }
}
