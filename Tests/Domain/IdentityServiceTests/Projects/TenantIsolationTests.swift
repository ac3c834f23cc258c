import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSettings
import Testing
import CardeaSecrets

/// The project's own pool and two tenants, with a user of the same address in each.
@Suite("Isolation of tenants")
struct TenantIsolationTests {
    private struct Fixture {
        let server: Server
        let tenants: [TenantID?]
        let users: [SignedIn]

        init() async throws {
            server = try await Server(policy: .withoutEnumerationProtection)
            var tenants: [TenantID?] = [nil]
            for id in ["blue", "red"] {
                let id = TenantID(rawValue: id)
                tenants.append(
                    try await server.projects.createTenant(in: server.project.id, id: id, by: .server).id
                )
            }
            self.tenants = tenants
            var users: [SignedIn] = []
            for (number, tenant) in tenants.enumerated() {
                let account = NewAccount(email: Self.email, password: Self.password(number))
                users.append(
                    try await server.services.accounts.signUp(account, by: server.caller(tenant: tenant))
                        .get()
                )
            }
            self.users = users
        }

        static let email = "ann@example.com"
        static func password(_ number: Int) -> Secret { Secret("correct horse \(number)") }

        func caller(_ number: Int) -> Caller { server.caller(tenant: tenants[number]) }
        func pool(_ number: Int) -> UserPool { caller(number).pool }
        func accessToken(_ number: Int) -> String {
            String(decoding: users[number].tokens.accessToken, as: UTF8.self)
        }
        func refreshToken(_ number: Int) -> [UInt8] { users[number].tokens.refreshToken ?? [] }
    }

    /// Each pool with each other one.
    private static let pairs = (0..<3).flatMap { own in (0..<3).filter { $0 != own }.map { (own, $0) } }

    @Test("a password works only in its own user pool", arguments: pairs)
    func signIn(own: Int, other: Int) async throws {
        let fixture = try await Fixture()
        let services = fixture.server.services
        let password = Fixture.password(own)
        let signedIn = try await services.signIn.withPassword(
            email: Fixture.email,
            password: password,
            by: fixture.caller(own)
        )
        #expect(signedIn.user.id == fixture.users[own].user.id)
        #expect(signedIn.user.pool == fixture.pool(own) && signedIn.session.pool == fixture.pool(own))
        let rejected = await failure {
            try await services.signIn.withPassword(
                email: Fixture.email,
                password: password,
                by: fixture.caller(other)
            )
        }
        #expect(rejected == .credential(.wrongPassword))
    }

    @Test("failed sign-ins in one pool delay no sign-in in another", arguments: pairs)
    func throttle(own: Int, other: Int) async throws {
        let fixture = try await Fixture()
        let services = fixture.server.services
        var last: IdentityError?
        for _ in 0..<200 {
            last = await failure {
                try await services.signIn.withPassword(
                    email: Fixture.email,
                    password: "wrong",
                    by: fixture.caller(own)
                )
            }
            guard last == .credential(.wrongPassword) else { break }
        }
        guard case .tooManyAttempts = last else {
            Issue.record("not throttled: \(String(describing: last))")
            return
        }
        let password = Fixture.password(other)
        let caller = fixture.server.caller(from: "198.51.100.7", tenant: fixture.tenants[other])
        _ = try await services.signIn.withPassword(email: Fixture.email, password: password, by: caller)
    }

    @Test("tokens of a tenant are rejected in another, and without a tenant they keep their pool")
    func tokens() async throws {
        let fixture = try await Fixture()
        let services = fixture.server.services
        for (own, other) in [(1, 2), (2, 1), (0, 1), (0, 2)] {
            let rejected = await failure {
                try await services.sessions.authenticate(fixture.accessToken(own), by: fixture.caller(other))
            }
            #expect(rejected == .scope(.tenantMismatch))
            let refresh = await failure {
                try await services.sessions.refresh(fixture.refreshToken(own), by: fixture.caller(other))
            }
            #expect(refresh == .scope(.tenantMismatch))
            let refreshToken = String(decoding: fixture.refreshToken(own), as: UTF8.self)
            for token in [fixture.accessToken(own), refreshToken] {
                guard
                    case .inactive = try await services.sessions.introspect(token, by: fixture.caller(other))
                else {
                    Issue.record("a token of pool \(own) is active in pool \(other)")
                    return
                }
                try await services.sessions.revoke(token, by: fixture.caller(other))
            }
        }
        for number in 0..<3 {
            let who = try await services.sessions.authenticate(
                fixture.accessToken(number),
                by: fixture.caller(0)
            )
            #expect(who.user.id == fixture.users[number].user.id && who.user.pool == fixture.pool(number))
            let refreshed = try await services.sessions.refresh(
                fixture.refreshToken(number),
                by: fixture.caller(0)
            )
            #expect(refreshed.user.id == who.user.id)
        }
    }

    @Test("look-ups, lists and batches of a user pool find only its own users", arguments: pairs)
    func administration(own: Int, other: Int) async throws {
        let fixture = try await Fixture()
        let services = fixture.server.services
        let id = fixture.users[own].user.id
        let pool = fixture.pool(other)
        #expect(try await services.users.find(.id(id), in: pool) == nil)
        #expect(
            try await services.users.find(.email(Fixture.email), in: pool)?.id == fixture.users[other].user.id
        )
        #expect(try await services.users.find([.id(id)], in: pool).isEmpty)
        #expect(
            try await services.users.list(in: pool, limit: 10).map(\.id) == [fixture.users[other].user.id]
        )
        var changes = AdministeredChanges()
        changes.isDisabled = true
        #expect(
            await failure { try await services.users.update(id, changes, in: pool, by: .server) }
                == .user(.notFound)
        )
        #expect(
            await failure { try await services.users.delete(id, in: pool, by: .server) } == .user(.notFound)
        )
        _ = try await services.users.delete([id], in: pool, disabledOnly: false, by: .server)
        let user = try #require(try await services.users.find(.id(id), in: fixture.pool(own)))
        #expect(!user.isDisabled)
        _ = try await services.sessions.refresh(fixture.refreshToken(own), by: fixture.caller(own))
    }

    @Test("a user of a tenant changes the password without naming the tenant, and stays in it")
    func update() async throws {
        let fixture = try await Fixture()
        let services = fixture.server.services
        let who = try await services.sessions.authenticate(fixture.accessToken(1), by: fixture.caller(0))
        let updated = try await services.accounts.update(
            AccountChanges(password: "new correct horse"),
            of: who
        )
        let tokens = try #require(updated.tokens)
        let refreshed = try await services.sessions.refresh(tokens.refreshToken ?? [], by: fixture.caller(1))
        #expect(refreshed.user.id == who.user.id)
        let access = String(decoding: refreshed.tokens.accessToken, as: UTF8.self)
        let again = try await services.sessions.authenticate(access, by: fixture.caller(1))
        #expect(again.user.pool == fixture.pool(1) && again.session.pool == fixture.pool(1))
        try await services.accounts.delete(again)
        for number in [0, 2] {
            let password = Fixture.password(number)
            _ = try await services.signIn.withPassword(
                email: Fixture.email,
                password: password,
                by: fixture.caller(number)
            )
        }
        #expect(try await services.users.list(in: fixture.pool(1), limit: 10).isEmpty)
    }

    @Test(
        "a tenant's own settings apply to its tokens, also if a request does not name the tenant (U11, U18)"
    )
    func settings() async throws {
        let fixture = try await Fixture()
        let services = fixture.server.services
        var tenant = try #require(
            fixture.server.projects.tenant(TenantID(rawValue: "blue"), in: fixture.server.project.id)
        )
        try tenant.overrides.set(.boolean(false), for: "users.allowsSelfDeletion")
        try tenant.overrides.set(.integer(60), for: "tokens.accessTokenLifetime")
        try await fixture.server.projects.change(tenant, by: .server) { $0 = tenant }
        let blue = try await services.sessions.refresh(fixture.refreshToken(1), by: fixture.caller(0))
        #expect(blue.tokens.lifetime == .seconds(60))
        let red = try await services.sessions.refresh(fixture.refreshToken(2), by: fixture.caller(0))
        #expect(red.tokens.lifetime == .seconds(3600))
        let who = try await services.sessions.authenticate(fixture.accessToken(1), by: fixture.caller(0))
        #expect(
            await failure { try await services.accounts.delete(who) }
                == .rule(.administratorOnly)
        )
        try tenant.overrides.set(.boolean(false), for: "refreshTokens.issued")
        try await fixture.server.projects.change(tenant, by: .server) { $0 = tenant }
        let token = blue.tokens.refreshToken ?? []
        #expect(
            await failure { try await services.sessions.refresh(token, by: fixture.caller(0)) }
                == .rule(.operationNotAllowed)
        )
        let text = String(decoding: token, as: UTF8.self)
        guard case .inactive = try await services.sessions.introspect(text, by: fixture.caller(0)) else {
            Issue.record("a refresh token that cannot be used is active")
            return
        }
    }

    @Test(
        "a code for a user of a tenant obeys the settings of the tenant, also if the request does not name it"
    )
    func codes() async throws {
        let fixture = try await Fixture()
        let (server, services) = (fixture.server, fixture.server.services)
        let taken = NewAccount(email: "bob@example.com", password: "correct horse 4")
        _ = try await services.accounts.signUp(taken, by: fixture.caller(1)).get()
        var tenant = try #require(server.projects.tenant(TenantID(rawValue: "blue"), in: server.project.id))
        try tenant.overrides.set(.boolean(true), for: "signIn.protectsEmailEnumeration")
        try tenant.overrides.set(.integer(60), for: "sessions.recentSignInWindow")
        try await server.projects.change(tenant, by: .server) { $0 = tenant }
        let who = try await services.sessions.authenticate(fixture.accessToken(1), by: fixture.caller(0))
        let change = CodeRequest(.verifyAndChangeEmail, newEmail: "bob@example.com")
        let code = try await services.verification.sendCode(change, for: .user(who), by: fixture.caller(0))
        #expect(code.code.pool == fixture.pool(1))
        server.clock.advance(.seconds(61))
        let late = await failure {
            try await services.verification.sendCode(change, for: .user(who), by: fixture.caller(0))
        }
        #expect(late == .credential(.tooOld))
    }
}
