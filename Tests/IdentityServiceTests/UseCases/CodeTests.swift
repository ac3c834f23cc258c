import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import Testing

@Suite("Codes that are sent by e-mail")
struct CodeTests {
    @Test("a reset sets the password, verifies the address and ends all sessions (security 9)")
    func reset() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        server.clock.advance(.seconds(2))
        let code = try await server.code(.passwordReset)
        #expect(try await server.service.checkCode(code, by: server.caller()).purpose == .passwordReset)
        _ = try await server.service.resetPassword("another horse", code: code, by: server.caller())
        #expect(await failure { try await server.refresh(mine.tokens) } == .sessionEnded(.passwordChange))
        #expect(await failure { try await server.signIn() } == .invalidCredentials)
        let signedIn = try await server.signIn(password: "another horse")
        #expect(signedIn.user.isEmailVerified)
        #expect(
            await failure {
                try await server.service.resetPassword("third horse", code: code, by: server.caller())
            } == .invalidCode
        )
    }

    @Test("a code works once, however many requests use it at the same time (security 18)")
    func concurrentUses() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let code = try await server.code(.passwordReset)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let caller = server.caller(from: "192.0.2.\(number)")
                    let use = try? await server.service.resetPassword(
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

    @Test("a sign-in by a link works once, however many requests use it at the same time (security 18)")
    func concurrentSignIns() async throws {
        let server = try await Server()
        let code = try await server.code(.emailSignIn, "new@example.com")
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let caller = server.caller(from: "192.0.2.\(number)")
                    let use = try? await server.service.signIn(
                        email: "new@example.com",
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

    @Test("a code expires after the time that the policy sets", arguments: ActionCode.Purpose.requested)
    func expiry(_ purpose: ActionCode.Purpose) async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let code = try await server.code(purpose, of: mine)
        let lifetime = server.project.policy.codes.lifetime(of: purpose)
        server.clock.advance(TimeSpan(milliseconds: lifetime.milliseconds - 1000))
        _ = try await server.service.checkCode(code, by: server.caller())
        server.clock.advance(.seconds(1))
        #expect(
            await failure { try await server.service.checkCode(code, by: server.caller()) } == .expiredCode
        )
        #expect(try await server.service.deleteExpiredCodes(limit: 10) == 0)
        server.clock.advance(.days(2))
        #expect(try await server.service.deleteExpiredCodes(limit: 10) == 1)
        #expect(
            await failure { try await server.service.checkCode(code, by: server.caller()) } == .invalidCode
        )
    }

    @Test("a newer code of the same kind voids the older one, and none of another kind")
    func replacement() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let link = try await server.code(.emailSignIn)
        let first = try await server.code(.passwordReset)
        let second = try await server.code(.passwordReset)
        #expect(
            await failure { try await server.service.checkCode(first, by: server.caller()) } == .invalidCode
        )
        _ = try await server.service.checkCode(second, by: server.caller())
        _ = try await server.service.checkCode(link, by: server.caller())
    }

    @Test("a change of the password voids codes that give access, and leaves a verification (security 9)")
    func passwordChange() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        var codes: [ActionCode.Purpose: String] = [:]
        for purpose in ActionCode.Purpose.requested {
            codes[purpose] = try await server.code(purpose, of: mine)
        }
        let who = try await server.authenticate(mine.tokens)
        let change = AccountChanges(password: "another horse")
        _ = try await server.service.update(change, of: who, by: server.caller())
        for (purpose, code) in codes {
            let outcome = await failure { try await server.service.checkCode(code, by: server.caller()) }
            #expect(outcome == (purpose == .verifyEmail ? nil : .invalidCode), "\(purpose)")
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
        _ = try await server.service.update(change, of: who, by: server.caller())
        let outcome = await failure {
            try await server.service.applyOrUse(code, purpose, by: server.caller())
        }
        #expect(outcome == .invalidCode)
    }

    @Test("the deletion of a user deletes its codes (security 34)", arguments: ActionCode.Purpose.requested)
    func deletion(_ purpose: ActionCode.Purpose) async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let code = try await server.code(purpose, of: mine)
        try await server.service.deleteUser(mine.user.id, in: server.pool)
        #expect(
            await failure { try await server.service.checkCode(code, by: server.caller()) } == .invalidCode
        )
        #expect(try await server.service.readableCodes(in: server.pool).isEmpty)
    }

    @Test("a disabled user can use no code (security 17)", arguments: ActionCode.Purpose.requested)
    func disabled(_ purpose: ActionCode.Purpose) async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let code = try await server.code(purpose, of: mine)
        var changes = AdministeredChanges()
        changes.isDisabled = true
        _ = try await server.service.updateUser(mine.user.id, changes, in: server.pool)
        let outcome = await failure {
            try await server.service.applyOrUse(code, purpose, by: server.caller())
        }
        // Disabling begins a new epoch, which voids codes that give access.
        #expect(outcome == (purpose == .verifyEmail ? .userDisabled : .invalidCode))
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
                try await server.service.resetPassword("another horse", code: verify, by: caller)
            }
                == .invalidCode
        )
        #expect(await failure { try await server.service.applyCode(link, by: caller) } == .invalidCode)
        #expect(
            await failure {
                try await server.service.signIn(email: "ann@example.com", code: verify, by: caller)
            }
                == .invalidCode
        )
        #expect(await failure { try await server.service.applyCode("", by: caller) } == .missingCode)
    }

    @Test("a code of a tenant is unknown in the project's own pool (security 19)")
    func tenants() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let code = try await server.code(.passwordReset)
        let neighbour = server.caller(tenant: TenantID(rawValue: "blue"))
        #expect(await failure { try await server.service.checkCode(code, by: neighbour) } == .invalidCode)
    }

    @Test("a request for an unknown, disabled or known address has the same response (security 12)")
    func enumeration() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let other = try await server.signUp("bob@example.com")
        var changes = AdministeredChanges()
        changes.isDisabled = true
        _ = try await server.service.updateUser(other.user.id, changes, in: server.pool)
        for email in ["ann@example.com", "bob@example.com", "nobody@example.com"] {
            for purpose in [ActionCode.Purpose.passwordReset, .emailSignIn] {
                let request = CodeRequest(purpose, email: email)
                let created = try await server.service.sendCode(request, for: .anyone, by: server.caller())
                #expect(created.code.email.description == email)
                // The store has a code for each address, so that the work is the same.
                #expect(try await server.store.read(.actionCode(hash: created.code.hash)) != nil)
            }
        }
        let sent = try await server.service.readableCodes(in: server.pool)
        #expect(
            sent.map { "\($0.code.purpose) \($0.code.email)" } == [
                "passwordReset ann@example.com", "emailSignIn ann@example.com",
                "emailSignIn nobody@example.com",
            ]
        )
    }

    @Test("without enumeration protection, a request says that no user has the address")
    func unprotected() async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        #expect(await failure { try await server.code(.passwordReset) } == .emailNotFound)
    }

    @Test("one address receives a limited number of codes, whether a user has it or not (security 11, 34)")
    func limitOfRecipient() async throws {
        var policy = Policy()
        policy.codes.maximumPerRecipient = 3
        let server = try await Server(policy: policy)
        _ = try await server.signUp()
        for email in ["ann@example.com", "nobody@example.com"] {
            var errors: [IdentityError?] = []
            for number in 0..<4 {
                let caller = server.caller(from: "192.0.2.\(number)")
                let request = CodeRequest(.passwordReset, email: email)
                errors.append(
                    await failure { try await server.service.sendCode(request, for: .anyone, by: caller) }
                )
            }
            guard case .tooManyAttempts = errors[3] else {
                Issue.record("\(errors)")
                continue
            }
            #expect(errors.prefix(3) == [nil, nil, nil])
        }
    }

    @Test("a link continues to allowed origins alone (security 5)")
    func continueURLs() async throws {
        var policy = Policy()
        policy.codes.continueOrigins = ["https://app.example"]
        let server = try await Server(policy: policy)
        _ = try await server.signUp()
        for url in ["https://app.example/after?x=1", "https://id.example/"] {
            let request = CodeRequest(.passwordReset, email: "ann@example.com", continueURL: url)
            let sent = try await server.service.sendCode(request, for: .anyone, by: server.caller())
            #expect(sent.code.continueURL == url)
            // The link begins with the configured address (security 4).
            #expect(sent.link.hasPrefix("https://id.example/auth/action?mode=resetPassword&oobCode="))
        }
        for url in ["https://app.example.evil.example/", "https://evil.example", "https://app.example:444/"] {
            let request = CodeRequest(.passwordReset, email: "ann@example.com", continueURL: url)
            #expect(
                await failure {
                    try await server.service.sendCode(request, for: .anyone, by: server.caller())
                }
                    == .continueURLNotAllowed
            )
        }
        for url in [
            "javascript:alert(1)", "//app.example", "https://app.example\\@evil.example",
            "https://a@app.example",
        ] {
            let request = CodeRequest(.passwordReset, email: "ann@example.com", continueURL: url)
            #expect(
                await failure {
                    try await server.service.sendCode(request, for: .anyone, by: server.caller())
                }
                    == .invalidContinueURL
            )
        }
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
    ) async throws -> String {
        var request = CodeRequest(purpose, email: email)
        request.newEmail = "new@example.com"
        let requester: CodeRequester =
            if let signedIn { .user(try await authenticate(signedIn.tokens)) } else { .anyone }
        _ = try await service.sendCode(request, for: requester, by: caller())
        let codes = try await service.readableCodes(in: pool)
        return try #require(codes.last { $0.code.purpose == purpose }).text
    }
}

extension IdentityService {
    /// Uses a code for what it is for.
    func applyOrUse(_ code: String, _ purpose: ActionCode.Purpose, by caller: Caller) async throws {
        switch purpose {
        case .passwordReset: _ = try await resetPassword("another horse", code: code, by: caller)
        case .emailSignIn: _ = try await signIn(email: "ann@example.com", code: code, by: caller)
        case .verifyEmail, .verifyAndChangeEmail, .recoverEmail: _ = try await applyCode(code, by: caller)
        }
    }
}
