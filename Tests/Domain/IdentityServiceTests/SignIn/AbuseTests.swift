import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import Testing
import CardeaSecrets

/// The limits of one network address.
@Suite struct AbuseTests {
    @Test("failed guesses of one address do not reject right passwords of others behind it (security 27)")
    func failedGuessesOne()
        async throws
    {
        let server = try await Server()
        for index in 0..<5 { _ = try await server.signUp("user\(index)@example.com") }
        for index in 0..<200 {
            let guess = await failure { try await server.signIn("x\(index)@example.com", password: "guess") }
            #expect(guess == .credential(.invalid))
        }
        for index in 0..<5 {
            _ = try await server.signIn("user\(index)@example.com")
            _ = await failure { try await server.signIn("y\(index)@example.com", password: "guess") }
        }
        // One whose owner was never seen at this address waits for a turn, and is let in.
        var changes = AdministeredChanges()
        changes.email = .set("new@example.com")
        changes.password = .set("correct horse")
        _ = try await server.services.users.create(changes, in: server.pool, by: .server)
        _ = try await server.signIn("new@example.com")
    }

    @Test("an address creates as many accounts in an hour as the project allows (security 34)")
    func addressCreatesMany()
        async throws
    {
        var policy = Policy()
        policy.signUp.maximumPerAddress = 4
        let server = try await Server(policy: policy)
        for _ in 0..<2 {
            _ = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        }
        _ = try await server.signUp()
        // An error that reveals a taken address uses one up.
        #expect(await failure { try await server.signUp() } == .user(.emailExists))
        let rejected = IdentityError.tooManyAttempts(retryAfter: .minutes(15))
        #expect(await failure { try await server.signUp("bob@example.com") } == rejected)
        #expect(
            await failure {
                try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
            }
                == rejected
        )
        _ = try await server.services.accounts.signUp(NewAccount(), by: server.caller(from: "198.51.100.7"))
            .get()
        _ = try await server.services.users.create(AdministeredChanges(), in: server.pool, by: .server)
        _ = try await server.signIn()
        server.clock.advance(.minutes(15))
        _ = try await server.signUp("bob@example.com")
    }

    @Test("sign-up reports only a few times that an address is in use (security 12)")
    func signUpTells() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        for _ in 0..<10 { #expect(await failure { try await server.signUp() } == .user(.emailExists)) }
        let rejected = await failure { try await server.signUp() }
        #expect(rejected == .tooManyAttempts(retryAfter: .minutes(1)))
        _ = try await server.signIn()
    }

    @Test("a network address learns of a limited number of e-mail addresses in use (security 12)")
    func networkLearns() async throws {
        let server = try await Server()
        for number in 0..<60 {
            var changes = AdministeredChanges()
            changes.email = .set("user\(number)@example.com")
            _ = try await server.services.users.create(changes, in: server.pool, by: .server)
        }
        for number in 0..<60 {
            let error = await failure { try await server.signUp("user\(number)@example.com") }
            #expect(error == (number < 50 ? .user(.emailExists) : .tooManyAttempts(retryAfter: .seconds(72))))
        }
        // The rejection does not tell whether the e-mail address is taken.
        let rejected = IdentityError.tooManyAttempts(retryAfter: .seconds(72))
        #expect(await failure { try await server.signUp("free@example.com") } == rejected)
        let elsewhere = NewAccount(email: "free@example.com", password: "correct horse")
        _ = try await server.services.accounts.signUp(elsewhere, by: server.caller(from: "198.51.100.7"))
            .get()
        server.clock.advance(.seconds(72))
        _ = try await server.signUp("other@example.com")
    }

    @Test(
        "a network address learns of a limited number of taken names by changes of its users (security 12)",
        arguments: [true, false]
    )
    func networkLearnsByChanges(byUserName: Bool) async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        var probers: [SignedInCaller] = []
        for number in 0..<60 {
            var changes = AdministeredChanges()
            changes.userName = .set("user\(number)")
            changes.email = .set("user\(number)@example.com")
            _ = try await server.services.users.create(changes, in: server.pool, by: .server)
            guard number % 9 == 0 else { continue }
            probers.append(try await server.authenticate(server.signUp("prober\(number)@example.com").tokens))
        }
        func claim(
            _ name: String,
            as who: SignedInCaller,
            from address: String = "192.0.2.1"
        ) async -> IdentityError? {
            let change =
                byUserName ? AccountChanges(userName: name) : AccountChanges(email: "\(name)@example.com")
            return await failure {
                try await server.services.accounts.update(
                    change,
                    of: who.sending(by: server.caller(from: address))
                )
            }
        }
        let (told, rejected) = (
            byUserName ? IdentityError.user(.userNameExists) : .user(.emailExists),
            IdentityError.tooManyAttempts(retryAfter: .seconds(72))
        )
        for number in 0..<60 {
            #expect(await claim("user\(number)", as: probers[number / 9]) == (number < 50 ? told : rejected))
        }
        // The rejection does not tell whether the name is taken, and is that of a sign-up.
        #expect(await claim("free", as: probers[6]) == rejected)
        #expect(await failure { try await server.signUp("free@example.com") } == rejected)
        #expect(await claim("free", as: probers[6], from: "198.51.100.7") == nil)
    }

    @Test("sign-ups at the same time learn of no more taken e-mail addresses (security 12)")
    func networkLearnsAtOnce() async throws {
        var policy = Policy()
        policy.signUp.maximumTakenPerNetwork = 3
        let server = try await Server(policy: policy)
        for number in 0..<20 {
            var changes = AdministeredChanges()
            changes.email = .set("user\(number)@example.com")
            _ = try await server.services.users.create(changes, in: server.pool, by: .server)
        }
        let told = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    await failure { try await server.signUp("user\(number)@example.com") }
                        == .user(.emailExists)
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(told == 3)
    }

    @Test("a guest learns only a few times that an address is taken (security 12)")
    func guestLearnsOnly() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        let who = try await server.authenticate(guest.tokens)
        let upgrade = { @Sendable in
            await failure {
                try await server.services.accounts.upgradeAnonymous(
                    who,
                    email: "ann@example.com",
                    password: "correct horse"
                ).get()
            }
        }
        for _ in 0..<10 { #expect(await upgrade() == .user(.emailExists)) }
        #expect(await upgrade() == .tooManyAttempts(retryAfter: .minutes(1)))
    }

    @Test("a user who has changed names or the password ten times waits a minute (security 27)")
    func changesTooOften() async throws {
        let server = try await Server(policy: .withoutEnumerationProtection)
        var tokens = try await server.signUp().tokens
        func change(_ number: Int) async -> IdentityError? {
            let change =
                switch number % 3 {
                case 0: AccountChanges(email: "ann\(number)@example.com")
                case 1: AccountChanges(userName: "ann\(number)")
                default: AccountChanges(password: "another horse \(number)")
                }
            return await failure {
                let who = try await server.authenticate(tokens)
                let updated = try await server.services.accounts.update(
                    change,
                    // The network does not matter.
                    of: who.sending(by: server.caller(from: "198.51.100.\(number)"))
                )
                tokens = updated.tokens ?? tokens
            }
        }
        for number in 0..<10 { #expect(await change(number) == nil) }
        let rejected = IdentityError.tooManyAttempts(retryAfter: .minutes(1))
        for number in 10..<13 { #expect(await change(number) == rejected) }
        // Other users, and changes of the profile, are not affected.
        let other = try await server.authenticate(server.signUp("bob@example.com").tokens)
        let name = AccountChanges(userName: "bob")
        _ = try await server.services.accounts.update(name, of: other)
        let profile = AccountChanges(displayName: .set("Ann"))
        let who = try await server.authenticate(tokens)
        _ = try await server.services.accounts.update(profile, of: who)
        server.clock.advance(.minutes(1))
        #expect(await change(13) == nil)
        #expect(await change(14) == rejected)
    }

    @Test("a password change of a user with very many sessions voids all of them at once (security 34)")
    func passwordChangeUser()
        async throws
    {
        var policy = Policy()
        policy.sessions.maximumPerUser = 10_000
        let server = try await Server(policy: policy)
        let first = try await server.signUp()
        for number in UInt64(0)..<1000 {
            let session = Session(
                id: SessionID(high: number, low: number),
                user: first.user.id,
                pool: server.pool,
                createdAt: server.clock.now(),
                signInProvider: "password",
                rotation: RotationState(branch: Branch(rawValue: number))
            )
            try await server.store.transact(by: .server) { Decision([.session(.insert(session))], ()) }
        }
        server.clock.advance(.seconds(2))
        let mine = try await server.signIn()
        let change = AccountChanges(password: "another horse")
        let who = try await server.authenticate(mine.tokens)
        let updated = try await server.services.accounts.update(change, of: who)
        let now = server.clock.now()
        let active = try await server.sessions(of: first.user.id).filter {
            $0.end(for: updated.user, at: now) == nil
        }
        #expect(active.map(\.id) == [updated.session.id])
        #expect(await failure { try await server.refresh(first.tokens) } != nil)
        while try await server.services.cleanup.finishRevocations(limit: 100) {}
        #expect(
            try await server.sessions(of: first.user.id).filter { $0.revocation == nil }.map(\.id) == [
                updated.session.id
            ]
        )
    }

    @Test(
        "a user agent is kept up to 256 bytes (security 13)",
        arguments: [("é", 128), ("x", 256), ("👩🏽‍💻", 17), ("e\u{301}", 85)]
    )
    func userAgentKept(_ character: String, _ count: Int) async throws {
        let server = try await Server()
        let caller = Caller(
            RequestScope(project: server.project),
            remoteAddress: "192.0.2.1",
            userAgent: String(repeating: character, count: 1000)
        )
        let agent =
            try await server.services.accounts.signUp(NewAccount(), by: caller).get().session.userAgent ?? ""
        #expect(agent.utf8.count <= 256)
        #expect(agent.hasPrefix(String(repeating: character, count: count)))
    }

    @Test("a common password is rejected, unless the project allows it (security 13)")
    func commonPasswordRejected() async throws {
        let server = try await Server()
        #expect(await failure { try await server.signUp(password: "Password1") } == .password(.common))
        let who = try await server.authenticate(try await server.signUp().tokens)
        let change = AccountChanges(password: "iloveyou")
        #expect(
            await failure { try await server.services.accounts.update(change, of: who) }
                == .password(.common)
        )
        var policy = Policy()
        policy.passwords.rejectsCommon = false
        _ = try await Server(policy: policy).signUp(password: "Password1")
    }
}
