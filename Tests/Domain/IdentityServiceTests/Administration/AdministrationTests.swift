import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("Administering users")
struct AdministrationTests {
    @Test("an administrator creates users, also if users may not sign up (U12, U17)")
    func create() async throws {
        var policy = Policy()
        policy.signUp.allowed = false
        let server = try await Server(policy: policy)
        var new = AdministeredChanges()
        new.email = .set("ann@example.com")
        new.password = .set("correct horse")
        new.isEmailVerified = true
        new.phoneNumber = .set("+819012345678")
        new.customClaims = .set(#" {"role":"buyer"} "#)
        let user = try await server.services.users.create(
            new,
            id: UserID(rawValue: "ann-1"),
            in: server.pool,
            by: .server
        )
        #expect(user.isEmailVerified && user.customClaims == #"{"role":"buyer"}"#)
        for selector in [.id(user.id), .email("ANN@example.com"), .phoneNumber("+819012345678")]
            as [UserSelector]
        {
            #expect(try await server.services.users.find(selector, in: server.pool)?.id == user.id)
        }
        _ = try await server.signIn()
        let again = await failure {
            try await server.services.users.create(
                AdministeredChanges(),
                id: user.id,
                in: server.pool,
                by: .server
            )
        }
        #expect(again == .user(.idExists))
    }

    @Test(
        "invalid values are rejected",
        arguments: [
            ({ @Sendable changes in changes.email = .set("x") }, .input(.invalidEmail)),
            ({ @Sendable changes in changes.password = .set("short") }, .password(.tooShort(minimum: 8))),
            ({ @Sendable changes in changes.phoneNumber = .set("0901234") }, .input(.invalidPhoneNumber)),
            ({ @Sendable changes in changes.photoURL = .set("data:x") }, .input(.invalidPhotoURL)),
            (
                { @Sendable changes in changes.displayName = .set(String(repeating: "x", count: 300)) },
                .input(.invalidDisplayName)
            ),
            ({ @Sendable changes in changes.customClaims = .set("[]") }, .input(.invalidClaims)),
            ({ @Sendable changes in changes.customClaims = .set(#"{"a":1,"a":2}"#) }, .input(.invalidClaims)),
            (
                { @Sendable changes in changes.customClaims = .set(#"{"sub":"other"}"#) },
                .input(.forbiddenClaim("sub"))
            ),
            (
                { @Sendable changes in changes.customClaims = .set(#"{"email_verified":true}"#) },
                .input(.forbiddenClaim("email_verified"))
            ),
            (
                { @Sendable changes in
                    changes.customClaims = .set(#"{"a":"\#(String(repeating: "x", count: 1000))"}"#)
                }, .input(.claimsTooLarge)
            ),
        ] as [(@Sendable (inout AdministeredChanges) -> Void, IdentityError)]
    )
    func rejections(change: @Sendable (inout AdministeredChanges) -> Void, error: IdentityError) async throws
    {
        let server = try await Server()
        let user = try await server.signUp().user
        var changes = AdministeredChanges()
        change(&changes)
        let rejected = await failure {
            try await server.services.users.update(user.id, changes, in: server.pool, by: .server)
        }
        #expect(rejected == error)
    }

    @Test("disabling ends the sessions, and every path is closed (K5, security 17)")
    func disable() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let who = try await server.authenticate(mine.tokens)
        try await change(mine.user, on: server) { $0.isDisabled = true }
        let services = server.services
        let paths: [IdentityError?] = [
            await failure { try await server.refresh(mine.tokens) },
            await failure { try await server.authenticate(mine.tokens) },
            await failure { try await server.signIn() },
            await failure {
                try await services.accounts.update(
                    AccountChanges(displayName: .set("x")),
                    of: who
                )
            },
            await failure {
                try await services.accounts.update(
                    AccountChanges(password: "another horse"),
                    of: who
                )
            },
            await failure { try await services.accounts.delete(who) },
        ]
        #expect(paths.allSatisfy { $0 == .user(.disabled) })

        try await change(mine.user, on: server) { $0.isDisabled = false }
        #expect(
            await failure { try await server.refresh(mine.tokens) } == .token(.sessionEnded(.userDisabled))
        )
        _ = try await server.signIn()
    }

    @Test(
        "an administrator's change of password, of address, and of the moment from which all counts end sessions (K5)",
        arguments: [
            ({ @Sendable changes, _ in changes.password = .set("another horse") }, .passwordChange),
            ({ @Sendable changes, _ in changes.email = .set("new@example.com") }, .emailChange),
            ({ @Sendable changes, now in changes.validSince = now }, .administrator),
        ] as [(@Sendable (inout AdministeredChanges, Timestamp) -> Void, Revocation.Reason)]
    )
    func endings(
        make: @Sendable (inout AdministeredChanges, Timestamp) -> Void,
        reason: Revocation.Reason
    ) async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        server.clock.advance(.minutes(1))
        let now = server.clock.now()
        try await change(mine.user, on: server) { make(&$0, now) }
        #expect(await failure { try await server.refresh(mine.tokens) } == .token(.sessionEnded(reason)))
        #expect(await failure { try await server.authenticate(mine.tokens) } == .token(.sessionEnded(reason)))
    }

    @Test("a moment in the past ends the sessions from before it and spares the later ones")
    func validSince() async throws {
        let server = try await Server()
        let early = try await server.signUp()
        server.clock.advance(.minutes(10))
        let moment = server.clock.now()
        server.clock.advance(.minutes(10))
        let late = try await server.signIn()
        try await change(early.user, on: server) { $0.validSince = moment }
        #expect(
            await failure { try await server.refresh(early.tokens) } == .token(.sessionEnded(.administrator))
        )
        _ = try await server.refresh(late.tokens)
    }

    @Test("an administrator ends all sessions of a user, and a later sign-in works (K5)")
    func revokeAll() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let now = server.clock.now()
        try await change(mine.user, on: server) { $0.validSince = now }
        #expect(
            await failure { try await server.refresh(mine.tokens) } == .token(.sessionEnded(.administrator))
        )
        let again = try await server.signIn()
        _ = try await server.refresh(again.tokens)
        _ = try await server.authenticate(again.tokens)
    }

    @Test("users are listed in pages; a deletion removes one user with its sessions, and no others")
    func pagesAndDeletion() async throws {
        let server = try await Server()
        let users = try await (0..<5).asyncMap { try await server.signUp("user\($0)@example.com") }
        let first = try await server.services.users.list(in: server.pool, limit: 3)
        let rest = try await server.services.users.list(in: server.pool, after: first.last?.id, limit: 3)
        #expect((first + rest).map(\.id.rawValue) == users.map(\.user.id.rawValue).sorted())

        try await server.services.users.delete(users[0].user.id, in: server.pool, by: .server)
        #expect(await failure { try await server.refresh(users[0].tokens) } == .user(.notFound))
        _ = try await server.refresh(users[1].tokens)
        let again = await failure {
            try await server.services.users.delete(users[0].user.id, in: server.pool, by: .server)
        }
        #expect(again == .user(.notFound))
    }

    private func change(
        _ user: User,
        on server: Server,
        _ make: (inout AdministeredChanges) -> Void
    ) async throws {
        var changes = AdministeredChanges()
        make(&changes)
        _ = try await server.services.users.update(user.id, changes, in: server.pool, by: .server)
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
