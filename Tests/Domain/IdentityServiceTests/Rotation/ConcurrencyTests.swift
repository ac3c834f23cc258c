import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaSQLiteDriver
import Testing
import CardeaSecrets

@Suite("Many at once, on SQLite")
struct ConcurrencyTests {
    @Test("100 concurrent refreshes of one token issue one child (K2)", arguments: [true, false])
    func oneChild(keyed: Bool) async throws {
        let server = try await Server()
        let tokens = try await server.signUp().tokens
        let responses = try await together(100) { _ in
            try await server.refresh(tokens, key: keyed ? "one attempt" : nil).tokens.refreshToken
        }
        #expect(Set(responses).count == 1)
        #expect(responses.count == 100)
    }

    @Test(
        "of 100 uses of one token at the same time under different keys one succeeds, and the session ends (X4, security 32)"
    )
    func manyHolders() async throws {
        let server = try await Server()
        let tokens = try await server.signUp().tokens
        let errors = try await together(100) { index in
            await failure { try await server.refresh(tokens, key: "\(index)") }
        }
        #expect(errors.count { $0 == nil } == 1)
        #expect(errors.count { $0 == .token(.refreshTokenReused) } == 1)
        #expect(errors.count { $0 == .token(.sessionEnded(.tokenReuse)) } == 98)
    }

    @Test("in strict mode one of 100 uses of one token at the same time succeeds, and the session ends (K2)")
    func strict() async throws {
        var policy = Policy()
        policy.refreshTokens.strictRotation = true
        let server = try await Server(policy: policy)
        let tokens = try await server.signUp().tokens
        let errors = try await together(100) { _ in await failure { try await server.refresh(tokens) } }
        #expect(errors.count { $0 == nil } == 1)
        #expect(errors.count { $0 == .token(.refreshTokenReused) } == 1)
        #expect(errors.count { $0 == .token(.sessionEnded(.tokenReuse)) } == 98)
    }

    @Test("100 uses of one token before and after a restart issue one child (K2, security 18)")
    func acrossRestart() async throws {
        try await withDirectory { directory in
            let before = try await Server(at: .file(directory: directory))
            let tokens = try await before.signUp().tokens
            let first = try await together(100) { _ in try await before.refresh(tokens).tokens.refreshToken }
            await before.store.close()
            let after = try await Server(
                at: .file(directory: directory),
                clock: before.clock,
                random: before.random
            )
            let second = try await together(100) { _ in try await after.refresh(tokens).tokens.refreshToken }
            #expect(Set(first + second).count == 1)
        }
    }

    @Test("after a sign-out during refreshes, no token is valid")
    func signOut() async throws {
        let server = try await Server()
        for _ in 0..<20 {
            let tokens = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
                .tokens
            let text = String(decoding: tokens.refreshToken ?? [], as: UTF8.self)
            let children: [IssuedTokens?] = try await together(8) { index in
                guard index != 4 else {
                    try await server.services.sessions.revoke(text, by: server.caller())
                    return nil
                }
                return try? await server.refresh(tokens).tokens
            }
            for tokens in children.compactMap({ $0 }) {
                #expect(await failure { try await server.refresh(tokens) } == .token(.sessionEnded(.signOut)))
                #expect(
                    await failure { try await server.authenticate(tokens) } == .token(.sessionEnded(.signOut))
                )
            }
        }
    }

    @Test(
        "after a password change during refreshes, only the tokens of the change are valid (U9, K5)"
    )
    func passwordChange() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        for round in 0..<10 {
            let who = try await server.signIn(
                password: round == 0 ? "correct horse" : "password \(round - 1)"
            )
            let authenticated = try await server.authenticate(who.tokens)
            let responses: [(isChange: Bool, tokens: IssuedTokens?)] = try await together(8) { index in
                guard index == 4 else { return (false, try? await server.refresh(who.tokens).tokens) }
                let changes = AccountChanges(password: "password \(round)")
                return (
                    true,
                    try await server.services.accounts.update(changes, of: authenticated)
                        .tokens
                )
            }
            for (isChange, tokens) in responses {
                guard let tokens else { continue }
                let expected: IdentityError? = isChange ? nil : .token(.sessionEnded(.passwordChange))
                #expect(await failure { try await server.refresh(tokens) } == expected)
            }
        }
    }

    @Test("of two password changes at the same time the second gets the error that its session has ended")
    func twoPasswordChanges() async throws {
        let server = try await Server()
        let first = try await server.authenticate(try await server.signUp().tokens)
        let second = try await server.authenticate(try await server.signIn().tokens)
        let results = try await together(2) { index in
            await failure {
                try await server.services.accounts.update(
                    AccountChanges(password: "password \(index)"),
                    of: index == 0 ? first : second
                )
            }
        }
        #expect(results.count { $0 == nil } == 1)
        #expect(results.count { $0 == .token(.sessionEnded(.passwordChange)) } == 1)
        let winner = results[0] == nil ? 0 : 1
        _ = try await server.signIn(password: "password \(winner)")
    }

    @Test("of many sign-ups with one address one succeeds")
    func signUps() async throws {
        let server = try await Server()
        let errors = try await together(10) { _ in await failure { try await server.signUp() } }
        #expect(errors.count { $0 == nil } == 1)
        #expect(errors.count { $0 == .user(.emailExists) } == 9)
    }

    /// The results of so many runs at once, in order.
    private func together<Value: Sendable>(
        _ count: Int,
        _ body: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for index in 0..<count {
                group.addTask { @concurrent in (index, try await body(index)) }
            }
            var results: [(Int, Value)] = []
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
