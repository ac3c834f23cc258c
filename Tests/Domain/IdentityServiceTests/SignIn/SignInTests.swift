import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaPasswordHashing
import CardeaSQLiteDriver
import Testing
import CardeaSecrets

@Suite("Signing in")
struct SignInTests {
    @Test("each sign-in begins its own session (K1, K4)")
    func sessions() async throws {
        let server = try await Server()
        let new = try await server.signUp()
        let signedIn = try await server.signIn("ANN@Example.com")
        #expect(!signedIn.isNewUser && signedIn.session.id != new.session.id)
        #expect(signedIn.user.lastSignedInAt == server.clock.now())
    }

    @Test(
        "unknown, password-less and disabled users and a wrong password get one error (security 12)",
        arguments: [
            ("nobody@example.com", "correct horse"), ("plain@example.com", "correct horse"),
            ("ann@example.com", "wrong horse"), ("gone@example.com", "wrong horse"),
        ]
    )
    func enumeration(email: String, password: String) async throws {
        let server = try await Server()
        try await populate(server)
        #expect(await failure { try await server.signIn(email, password: password) } == .credential(.invalid))
    }

    @Test(
        "without enumeration protection each case has its own error",
        arguments: [
            ("nobody@example.com", .credential(.emailNotFound)),
            ("plain@example.com", .credential(.wrongPassword)),
            ("ann@example.com", .credential(.wrongPassword)), ("gone@example.com", .user(.disabled)),
        ] as [(String, IdentityError)]
    )
    func plainResponses(email: String, error: IdentityError) async throws {
        var policy = Policy()
        policy.signIn.protectsEmailEnumeration = false
        let server = try await Server(policy: policy)
        try await populate(server)
        #expect(await failure { try await server.signIn(email, password: "wrong horse") } == error)
    }

    private func populate(_ server: Server) async throws {
        _ = try await server.signUp()
        var plain = AdministeredChanges()
        plain.email = .set("plain@example.com")
        _ = try await server.services.users.create(plain, in: server.pool, by: .server)
        var gone = AdministeredChanges()
        gone.email = .set("gone@example.com")
        gone.password = .set("correct horse")
        gone.isDisabled = true
        _ = try await server.services.users.create(gone, in: server.pool, by: .server)
    }

    @Test("a disabled user with the correct password gets userDisabled and no tokens (security 17)")
    func disabled() async throws {
        let server = try await Server()
        try await populate(server)
        #expect(await failure { try await server.signIn("gone@example.com") } == .user(.disabled))
    }

    @Test(
        "a password that no user can have is reported before the user is read",
        arguments: [
            ("", .password(.missing)), (String(repeating: "x", count: 5000), .password(.tooLong)),
        ] as [(String, IdentityError)]
    )
    func malformed(password: String, error: IdentityError) async throws {
        let server = try await Server()
        #expect(await failure { try await server.signIn("a@b.cd", password: password) } == error)
    }

    @Test("password sign-in can be turned off")
    func turnedOff() async throws {
        var policy = Policy()
        policy.signIn.allowsPassword = false
        let server = try await Server(policy: policy)
        #expect(await failure { try await server.signIn() } == .rule(.passwordSignInOff))
    }

    @Test("a password is hashed anew when the parameters have changed, and works on")
    func rehash() async throws {
        try await withDirectory { directory in
            let before = try await Server(at: .file(directory: directory))
            _ = try await before.signUp()
            await before.store.close()
            let stronger = Argon2Parameters(memoryKiB: 128, iterations: 2)
            let server = try await Server(at: .file(directory: directory), parameters: stronger)
            let signedIn = try await server.signIn()
            #expect(signedIn.user.passwordHash?.contains("m=128,t=2") == true)
            #expect(try await server.signIn().user.passwordHash == signedIn.user.passwordHash)
        }
    }

    @Test("guesses are slowed down for each user and network, and lock no other user out (security 21)")
    func throttling() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        for _ in 0..<10 {
            #expect(await failure { try await server.signIn(password: "guess") } == .credential(.invalid))
        }
        let delayed = await failure { try await server.signIn() }
        #expect(delayed == .tooManyAttempts(retryAfter: .minutes(1)))
        _ = try await server.signIn(from: "198.51.100.7")
        server.clock.advance(.minutes(1))
        _ = try await server.signIn()
    }

    @Test("guesses at the same time gain nothing (security 11)")
    func parallelGuesses() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let responses = await withTaskGroup(of: IdentityError?.self) { group in
            for index in 0..<60 {
                group.addTask { @concurrent in
                    await failure { try await server.signIn(password: "guess \(index)") }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(responses.count { $0 == .credential(.invalid) } == 10)
        #expect(await failure { try await server.signIn() } == .tooManyAttempts(retryAfter: .minutes(1)))
    }

    @Test("a reauthentication keeps the session and its tokens, and makes the sign-in recent (U10)")
    func reauthentication() async throws {
        let server = try await Server()
        let signedUp = try await server.signUp()
        server.clock.advance(.minutes(20))
        let who = try await server.authenticate(signedUp.tokens)
        let proved = try await server.services.signIn.withPassword(
            email: "ann@example.com",
            password: "correct horse",
            reauthenticating: who,
            by: server.caller()
        )
        #expect(proved.session.id == signedUp.session.id)
        #expect(proved.session.authenticatedAt == server.clock.now())
        // The response may be lost; the tokens from before and those of the response are one line.
        let child = try await server.refresh(signedUp.tokens)
        #expect(try await server.refresh(proved.tokens).tokens.refreshToken == child.tokens.refreshToken)
        #expect(child.session.authenticatedAt == proved.session.authenticatedAt)
    }

    @Test("a reauthentication with another user's credentials is rejected (U10)")
    func reauthenticationMismatch() async throws {
        let server = try await Server()
        let ann = try await server.authenticate(try await server.signUp().tokens)
        _ = try await server.signUp("bob@example.com")
        let rejected = await failure {
            try await server.services.signIn.withPassword(
                email: "bob@example.com",
                password: "correct horse",
                reauthenticating: ann,
                by: server.caller()
            )
        }
        #expect(rejected == .credential(.mismatch))
    }
}
