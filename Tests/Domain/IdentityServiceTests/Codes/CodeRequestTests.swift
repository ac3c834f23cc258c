import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import Testing
import CardeaSecrets

@Suite("Requests for codes")
struct CodeRequestTests {
    @Test("a request for an unknown, disabled or known address has the same response (security 12)")
    func enumeration() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let other = try await server.signUp("bob@example.com")
        var changes = AdministeredChanges()
        changes.isDisabled = true
        _ = try await server.services.users.update(other.user.id, changes, in: server.pool, by: .server)
        for email in ["ann@example.com", "bob@example.com", "nobody@example.com"] {
            for purpose in [ActionCode.Purpose.passwordReset, .emailSignIn] {
                let request = CodeRequest(purpose, email: email)
                let created = try await server.services.verification.sendCode(
                    request,
                    for: .anyone,
                    by: server.caller()
                )
                #expect(created.code.email.description == email)
                // The store has a code for each address, so that the work is the same.
                #expect(try await server.store.read(.actionCode(hash: created.code.hash)) != nil)
            }
        }
        let sent = try await server.services.verification.readableCodes(in: server.pool)
        #expect(
            sent.map { "\($0.code.purpose) \($0.code.email)" } == [
                "passwordReset ann@example.com", "emailSignIn ann@example.com",
                "emailSignIn nobody@example.com",
            ]
        )
    }

    @Test("without enumeration protection, a request for an unknown address gets an error")
    func unprotected() async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        #expect(await failure { try await server.code(.passwordReset) } == .credential(.emailNotFound))
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
                let caller = server.caller(from: "198.51.100.\(number)")
                let request = CodeRequest(.passwordReset, email: email)
                errors.append(
                    await failure {
                        try await server.services.verification.sendCode(request, for: .anyone, by: caller)
                    }
                )
            }
            guard case .tooManyAttempts = errors[3] else {
                Issue.record("\(errors)")
                continue
            }
            #expect(errors.prefix(3) == [nil, nil, nil])
        }
    }

    @Test("the tenants of a project share the codes that an address receives (security 34)")
    func limitAcrossTenants() async throws {
        let server = try await Server()
        var tenants: [TenantID?] = [nil]
        for name in ["blue", "red"] {
            let id = TenantID(rawValue: name)
            tenants.append(
                try await server.projects.createTenant(in: server.project.id, id: id, by: .server).id
            )
        }
        var sent = 0
        for number in 0..<30 {
            let error = await failure {
                try await server.services.verification.sendCode(
                    CodeRequest(.passwordReset, email: "ann@example.com"),
                    for: .anyone,
                    by: server.caller(tenant: tenants[number % 3])
                )
            }
            if error == nil { sent += 1 }
        }
        #expect(sent == 10)
    }

    @Test(
        "a service account mails one address a limited number of times, from all tenants together (security 34)"
    )
    func limitOfAdministrators() async throws {
        var policy = Policy()
        policy.codes.maximumPerRecipient = 3
        let server = try await Server(policy: policy)
        let tenant = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "blue"),
            by: .server
        )
        func request(_ email: String, in tenant: TenantID?, sends: Bool = true) async -> IdentityError? {
            await failure {
                try await server.services.verification.sendCode(
                    CodeRequest(.emailSignIn, email: email),
                    for: .administrator(sends: sends),
                    by: server.caller(tenant: tenant)
                )
            }
        }
        for pool in [nil, tenant.id, nil] { #expect(await request("stranger@example.com", in: pool) == nil) }
        let rejected = IdentityError.tooManyAttempts(retryAfter: .minutes(20))
        for pool in [nil, tenant.id] { #expect(await request("stranger@example.com", in: pool) == rejected) }
        // Another address is free, and so is a link that is not mailed.
        #expect(await request("other@example.com", in: nil) == nil)
        #expect(await request("stranger@example.com", in: nil, sends: false) == nil)
    }

    @Test("a stranger's requests for an address leave those of its owner (security 11, 21)")
    func limitOfNetwork() async throws {
        let server = try await Server()
        let owner = try await server.signUp()
        let who = try await server.authenticate(owner.tokens)
        func request(
            _ purpose: ActionCode.Purpose,
            from address: String,
            as requester: CodeRequester = .anyone
        ) async -> IdentityError? {
            var request = CodeRequest(purpose, email: "ann@example.com")
            request.newEmail = "new@example.com"
            return await failure {
                try await server.services.verification.sendCode(
                    request,
                    for: requester,
                    by: server.caller(from: address)
                )
            }
        }
        for number in 0..<40 {
            let error = await request(.passwordReset, from: "198.51.100.7")
            #expect(error == (number < 10 ? nil : .tooManyAttempts(retryAfter: .minutes(6))))
        }
        #expect(await request(.passwordReset, from: "192.0.2.1") == nil)
        #expect(await request(.emailSignIn, from: "192.0.2.1") == nil)

        // Many networks together use up the limit of the address, but not that of the signed-in user.
        for number in 0..<60 { _ = await request(.emailSignIn, from: "203.0.113.\(number)") }
        #expect(await request(.emailSignIn, from: "192.0.2.9") == .tooManyAttempts(retryAfter: .seconds(72)))
        // A network at which the owner has signed in keeps its own share: two of its ten were used.
        for number in 0..<9 {
            let error = await request(.passwordReset, from: "192.0.2.1")
            #expect(error == (number < 8 ? nil : .tooManyAttempts(retryAfter: .minutes(6))))
        }
        #expect(await request(.verifyEmail, from: "192.0.2.9", as: .user(who)) == nil)
        #expect(await request(.verifyAndChangeEmail, from: "192.0.2.9", as: .user(who)) == nil)
        #expect(await request(.passwordReset, from: "192.0.2.9", as: .administrator(sends: true)) == nil)
        for _ in 0..<9 { _ = await request(.verifyEmail, from: "192.0.2.9", as: .user(who)) }
        let last = await request(.verifyEmail, from: "192.0.2.10", as: .user(who))
        #expect(last == .tooManyAttempts(retryAfter: .minutes(6)))
    }

    @Test(
        "a project sends a limited number of codes for strangers, and as many for signed-in users (security 34)"
    )
    func limitOfProject() async throws {
        var policy = Policy()
        policy.codes.maximumPerProject = 3
        let server = try await Server(policy: policy)
        let who = try await server.authenticate(server.signUp().tokens)
        func request(
            _ number: Int,
            _ purpose: ActionCode.Purpose = .emailSignIn,
            as requester: CodeRequester = .anyone
        ) async -> IdentityError? {
            await failure {
                try await server.services.verification.sendCode(
                    CodeRequest(purpose, email: "user\(number)@example.com"),
                    for: requester,
                    by: server.caller(from: "198.51.100.\(number)")
                )
            }
        }
        for number in 0..<3 { #expect(await request(number) == nil) }
        let rejected = IdentityError.tooManyAttempts(retryAfter: .minutes(20))
        #expect(await request(3) == rejected)
        #expect(await request(3, .passwordReset) == rejected)
        // Anybody can sign up with an address of somebody else: signed-in users have a limit, too.
        for _ in 0..<3 { #expect(await request(4, .verifyEmail, as: .user(who)) == nil) }
        #expect(await request(4, .verifyEmail, as: .user(who)) == rejected)
        #expect(await request(5, as: .administrator(sends: true)) == nil)
        server.clock.advance(.minutes(20))
        #expect(await request(3) == nil)
    }

    @Test(
        "requests that send no mail leave the codes of the project, with the same responses (security 12, 34)",
        arguments: [Policy(), .withoutEnumerationProtection]
    )
    func unsent(_ policy: Policy) async throws {
        var policy = policy
        policy.codes.maximumPerProject = 2
        let server = try await Server(policy: policy)
        _ = try await server.signUp()
        func request(_ email: String, from number: Int) async -> IdentityError? {
            await failure {
                try await server.services.verification.sendCode(
                    CodeRequest(.passwordReset, email: email),
                    for: .anyone,
                    by: server.caller(from: "198.51.100.\(number)")
                )
            }
        }
        let unknown: IdentityError? =
            policy.signIn.protectsEmailEnumeration ? nil : .credential(.emailNotFound)
        for number in 0..<9 { #expect(await request("nobody\(number)@example.com", from: number) == unknown) }
        for number in 0..<2 { #expect(await request("ann@example.com", from: number) == nil) }
        // After the limit, all strangers get one response.
        for email in ["ann@example.com", "nobody@example.com"] {
            #expect(await request(email, from: 10) == .tooManyAttempts(retryAfter: .minutes(30)))
        }
        #expect(try await server.services.verification.readableCodes(in: server.pool).count == 2)
    }

    @Test("a link continues only to allowed origins (security 5)")
    func continueURLs() async throws {
        var policy = Policy()
        policy.codes.continueOrigins = ["https://app.example"]
        let server = try await Server(policy: policy)
        _ = try await server.signUp()
        for url in ["https://app.example/after?x=1", "https://id.example/"] {
            let request = CodeRequest(.passwordReset, email: "ann@example.com", continueURL: url)
            let sent = try await server.services.verification.sendCode(
                request,
                for: .anyone,
                by: server.caller()
            )
            #expect(sent.code.continueURL == url)
            // The link begins with the configured address (security 4).
            #expect(
                sent.link.reveal().hasPrefix("https://id.example/auth/action?mode=resetPassword&oobCode=")
            )
        }
        for url in ["https://app.example.evil.example/", "https://evil.example", "https://app.example:444/"] {
            let request = CodeRequest(.passwordReset, email: "ann@example.com", continueURL: url)
            #expect(
                await failure {
                    try await server.services.verification.sendCode(
                        request,
                        for: .anyone,
                        by: server.caller()
                    )
                }
                    == .code(.continueURLNotAllowed)
            )
        }
        for url in [
            "javascript:alert(1)", "//app.example", "https://app.example\\@evil.example",
            "https://a@app.example",
        ] {
            let request = CodeRequest(.passwordReset, email: "ann@example.com", continueURL: url)
            #expect(
                await failure {
                    try await server.services.verification.sendCode(
                        request,
                        for: .anyone,
                        by: server.caller()
                    )
                }
                    == .code(.invalidContinueURL)
            )
        }
    }
}
