import CardeaIdentityDomain
import CardeaSecrets
import Testing

@testable import CardeaIdentityService

@Suite("Recovery codes")
struct RecoveryCodeTests {
    private let server: Server
    private let user: SignedIn

    init() async throws {
        server = try await Server()
        user = try await server.signUp()
    }

    private func create(_ lifetime: TimeSpan = .days(1)) async throws -> CreatedRecoveryCode {
        try await server.services.users.createRecoveryCode(
            for: user.user.id,
            in: server.pool,
            lifetime: lifetime,
            by: .operator(nil)
        )
    }

    private func signIn(_ text: Secret, from address: String = "192.0.2.1") async throws -> SignedIn {
        try await server.services.signIn.withRecoveryCode(text, by: server.caller(from: address)).get()
    }

    @Test("a recovery code signs its user in once, and all other sessions end")
    func once() async throws {
        let code = try await create()
        #expect(code.text.reveal().wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}/) != nil)
        #expect(code.link.reveal() == "https://id.example/auth/recovery?code=\(code.text.reveal())")
        let signedIn = try await signIn(code.text)
        #expect(signedIn.user.id == user.user.id && !signedIn.isNewUser)
        #expect(signedIn.session.authentication.proofs.map(\.method.rawValue) == ["otp"])
        #expect(
            await failure { try await server.refresh(user.tokens) } == .token(.sessionEnded(.administrator))
        )
        #expect(await failure { try await signIn(code.text) } == .code(.invalid))
        let who = try await server.authenticate(signedIn.tokens)
        // The sign-in is recent, so the user can take the account over again.
        _ = try await server.services.accounts.update(AccountChanges(password: "another horse"), of: who)
        #expect(try await server.signIn(password: "another horse").user.id == user.user.id)
    }

    @Test("of twenty uses at the same time one signs in")
    func race() async throws {
        let code = try await create()
        let results = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                group.addTask { (try? await signIn(code.text, from: "192.0.2.\(index)")) != nil }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 } == 1)
    }

    @Test(
        "a recovery code is accepted as a person types it",
        arguments: [
            { $0.lowercased() }, { $0.replacing("-", with: " ") }, { $0.replacing("-", with: "") },
            { "\t\($0)\r\n" }, { $0.replacing("-", with: "\u{2013}\u{A0}") },
            { $0.replacing("0", with: "O").replacing("1", with: "l") },
        ] as [@Sendable (String) -> String]
    )
    func typed(change: @Sendable (String) -> String) async throws {
        let code = try await create()
        _ = try await signIn(Secret(change(code.text.reveal())))
    }

    @Test("an expired recovery code is rejected")
    func expired() async throws {
        let code = try await create(.minutes(5))
        server.clock.advance(.minutes(5))
        #expect(await failure { try await signIn(code.text) } == .code(.expired))
    }

    @Test("a new recovery code replaces the former one")
    func replaced() async throws {
        let (first, second) = (try await create(), try await create())
        #expect(await failure { try await signIn(first.text) } == .code(.invalid))
        _ = try await signIn(second.text)
    }

    @Test("a recovery code is void after a new password of its user, and rejected while the user is disabled")
    func changedUser() async throws {
        let users = server.services.users
        func change(_ set: (inout AdministeredChanges) -> Void) async throws {
            var changes = AdministeredChanges()
            set(&changes)
            _ = try await users.update(user.user.id, changes, in: server.pool, by: .operator(nil))
        }
        let code = try await create()
        try await change { $0.isDisabled = true }
        #expect(await failure { try await signIn(code.text) } == .user(.disabled))
        #expect(await failure { try await create() } == .user(.disabled))
        try await change { $0.isDisabled = false }
        try await change { $0.password = .set("another horse") }
        #expect(await failure { try await signIn(code.text) } == .code(.invalid))
    }

    @Test("a recovery code of one pool is rejected in another, and the code of a deleted user everywhere")
    func otherPool() async throws {
        let tenant = try await server.projects.createTenant(in: server.project.id, by: .server)
        let code = try await create()
        let rejected = await failure {
            try await server.services.signIn
                .withRecoveryCode(code.text, by: server.caller(tenant: tenant.id)).get()
        }
        #expect(rejected == .code(.invalid))
        try await server.services.users.delete(user.user.id, in: server.pool, by: .operator(nil))
        #expect(await failure { try await signIn(code.text) } == .code(.invalid))
    }

    @Test(
        "a lifetime below five minutes or above seven days is rejected",
        arguments: [TimeSpan.seconds(299), .seconds(604_801)]
    )
    func lifetime(lifetime: TimeSpan) async throws {
        #expect(await failure { try await create(lifetime) } == .input(.invalidLifetime))
    }

    @Test("guesses of recovery codes are limited for a network (security 27)")
    func guesses() async throws {
        var limited = false
        for number in 0..<500 where !limited {
            let error = await failure { try await signIn(Secret("AAAA-AAAA-AAAA-\(1000 + number)")) }
            if case .tooManyAttempts = error { limited = true }
        }
        #expect(limited)
    }

    @Test("the creation of a recovery code is a security event, and the store has no code in plain text")
    func event() async throws {
        let code = try await create()
        #expect(try await server.securityEvents() == ["recovery_code"])
        #expect(code.code.hash != Array(code.text.reveal().utf8))
    }
}
