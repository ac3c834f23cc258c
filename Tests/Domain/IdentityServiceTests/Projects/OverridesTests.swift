import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSettings
import Testing
import CardeaSecrets

@Suite("Settings of tenants and apps")
struct OverridesTests {
    private static func overrides(_ values: [String: SettingValue]) throws -> PolicyOverrides {
        var overrides = PolicyOverrides()
        for (key, value) in values { try overrides.set(value, for: key) }
        return overrides
    }

    @Test("a tenant's settings apply to its users, also if a request with a token names no tenant (K6)")
    func tenant() async throws {
        let server = try await Server()
        var tenant = try await server.projects.createTenant(
            in: server.project.id,
            overrides: Self.overrides(["tokens.accessTokenLifetime": .integer(60)]),
            by: .server
        )
        let user = try await server.services.accounts.signUp(
            NewAccount(),
            by: server.caller(tenant: tenant.id)
        ).get()
        #expect(user.tokens.lifetime == .seconds(60))
        let refreshed = try await server.refresh(user.tokens).tokens
        #expect(refreshed.lifetime == .seconds(60))
        #expect(try await server.signUp().tokens.lifetime == .seconds(3600))

        tenant.overrides = try Self.overrides(["refreshTokens.issued": .boolean(false)])
        try await server.projects.change(tenant, by: .server) { $0 = tenant }
        #expect(await failure { try await server.refresh(refreshed) } == .rule(.operationNotAllowed))
        let text = String(decoding: refreshed.refreshToken ?? [], as: UTF8.self)
        let isInactive =
            if case .inactive = try await server.services.sessions.introspect(text, by: server.caller()) {
                true
            } else {
                false
            }
        #expect(isInactive)
    }

    @Test("settings of a tenant or an app that contradict those of the project are rejected (K6)")
    func contradictions() async throws {
        let server = try await Server()
        let (projects, id) = (server.projects, server.project.id)
        let long = try Self.overrides(["passwords.minimumLength": .integer(100)])
        let short = try Self.overrides(["passwords.maximumLength": .integer(7)])
        let problem = "passwords.minimumLength must not be greater than passwords.maximumLength"
        func rejection(_ change: () async throws -> Void) async -> String? {
            do {
                try await change()
                return nil
            } catch ProjectDirectoryError.invalidSetting(let problem) {
                return problem
            } catch {
                return "\(error)"
            }
        }
        #expect(
            await rejection { _ = try await projects.createTenant(in: id, overrides: short, by: .server) }
                == problem
        )
        let ofApp = await rejection {
            _ = try await projects.createApp(
                in: id,
                kind: .web,
                displayName: "Shop",
                overrides: short,
                by: .server
            )
        }
        #expect(ofApp == problem)
        var tenant = try await projects.createTenant(
            in: id,
            id: TenantID(rawValue: "blue"),
            overrides: long,
            by: .server
        )
        tenant.overrides = short
        #expect(await rejection { try await projects.change(tenant, by: .server) { $0 = tenant } } == problem)
        tenant.overrides = long
        try tenant.overrides.set(.integer(99), for: "passwords.maximumLength")
        #expect(await rejection { try await projects.change(tenant, by: .server) { $0 = tenant } } == problem)

        var project = server.project
        project.policy.passwords.maximumLength = 99
        #expect(
            await rejection { try await projects.change(project, by: .server) { $0 = project } }
                == "tenant 'blue': \(problem)"
        )
        #expect(projects.tenant(tenant.id, in: id)?.overrides == long)
        project.policy.passwords.maximumLength = 100
        try await projects.change(project, by: .server) { $0 = project }
    }

    @Test("an app's settings override those of its tenant, and are deleted with the app")
    func app() async throws {
        let server = try await Server()
        let tenant = try await server.projects.createTenant(
            in: server.project.id,
            overrides: Self.overrides([
                "tokens.accessTokenLifetime": .integer(60), "signUp.allowed": .boolean(false),
            ]),
            by: .server
        )
        var app = try await server.projects.createApp(
            in: server.project.id,
            kind: .web,
            displayName: "Shop",
            overrides: Self.overrides(["signUp.allowed": .boolean(true)]),
            by: .server
        ).app
        func signUp() async throws -> SignedIn {
            try await server.services.accounts.signUp(
                NewAccount(),
                by: server.caller(tenant: tenant.id, app: app.id)
            ).get()
        }
        let user = try await signUp()
        #expect(user.tokens.lifetime == .seconds(60))
        app.overrides = try Self.overrides(["tokens.accessTokenLifetime": .integer(7)])
        try await server.projects.change(app, by: .server) { $0 = app }
        #expect(await failure { try await signUp() } == .rule(.administratorOnly))
        let caller = server.caller(app: app.id)
        let refreshed = try await server.services.sessions.refresh(user.tokens.refreshToken ?? [], by: caller)
        #expect(refreshed.tokens.lifetime == .seconds(7))
        try await server.projects.deleteApp(app.id, by: .server)
        #expect(
            await failure { try await server.refresh(refreshed.tokens) } == .token(.sessionEnded(nil))
        )
        #expect(server.projects.policy(in: user.user.pool, of: app.id)?.tokens.accessTokenLifetime == 60)
    }

    @Test("an app is found by its API key and by its ID, only in its own project")
    func client() async throws {
        let server = try await Server()
        let app = try await server.projects.createApp(
            in: server.project.id,
            kind: .web,
            displayName: "Shop",
            overrides: Self.overrides(["tokens.accessTokenLifetime": .integer(7)]),
            by: .server
        ).app
        let other = try await server.projects.create(ProjectID(rawValue: "other"), by: .server)
        #expect(server.projects.app(client: app.apiKey ?? "", of: app.project) == app)
        #expect(server.projects.app(client: app.id.rawValue, of: app.project) == app)
        #expect(server.projects.app(client: app.id.rawValue, of: other.id) == nil)
        #expect(server.projects.app(client: server.project.apiKeys[0], of: app.project) == nil)
        #expect(server.projects.policy(in: UserPool(project: other.id), of: app.id) == other.policy)
    }

    @Test("a session has the settings of its own app, and no other app refreshes it (X6)")
    func ownApp() async throws {
        let server = try await Server()
        func app(_ name: String, _ lifetime: Int) async throws -> AppID {
            try await server.projects.createApp(
                in: server.project.id,
                kind: .android,
                displayName: name,
                overrides: Self.overrides([
                    "tokens.accessTokenLifetime": .integer(lifetime),
                    "sessions.recentSignInWindow": .integer(lifetime),
                ]),
                by: .server
            ).app.id
        }
        let (bank, game) = (try await app("Bank", 900), try await app("Game", 3600))
        let (own, other) = (server.caller(app: bank), server.caller(app: game))
        let services = server.services
        let new = NewAccount(email: "ann@example.com", password: "correct horse")
        let user = try await services.accounts.signUp(new, by: own).get()
        #expect(user.tokens.lifetime == .seconds(900))
        for caller in [other, server.caller()] {
            let rejected = await failure {
                try await services.sessions.refresh(user.tokens.refreshToken ?? [], by: caller)
            }
            #expect(rejected == .token(.clientMismatch))
        }
        let refreshed = try await services.sessions.refresh(user.tokens.refreshToken ?? [], by: own).tokens
        #expect(refreshed.lifetime == .seconds(900))

        // The window of the other app is longer.
        server.clock.advance(.seconds(899))
        let token = Secret(String(decoding: refreshed.accessToken, as: UTF8.self))
        let who = try await services.sessions.authenticate(token, by: other)
        server.clock.advance(.seconds(2))
        let late = await failure {
            try await services.accounts.update(AccountChanges(password: "another horse"), of: who)
        }
        #expect(late == .credential(.tooOld))
    }

    @Test("a session without an app has the settings of the project, whichever app refreshes it (X6)")
    func withoutApp() async throws {
        let server = try await Server()
        let app = try await server.projects.createApp(
            in: server.project.id,
            kind: .web,
            displayName: "Game",
            overrides: Self.overrides(["tokens.accessTokenLifetime": .integer(1800)]),
            by: .server
        ).app
        let user = try await server.signUp()
        let tokens = try await server.services.sessions.refresh(
            user.tokens.refreshToken ?? [],
            by: server.caller(app: app.id)
        ).tokens
        #expect(tokens.lifetime == user.tokens.lifetime && tokens.lifetime == .seconds(3600))
    }

    @Test("a password change whose request names no tenant begins a session in the user's tenant")
    func passwordChange() async throws {
        let server = try await Server()
        let tenant = try await server.projects.createTenant(
            in: server.project.id,
            overrides: Self.overrides(["passwords.minimumLength": .integer(20)]),
            by: .server
        )
        let account = NewAccount(email: "ann@example.com", password: "a long correct horse")
        let user = try await server.services.accounts.signUp(account, by: server.caller(tenant: tenant.id))
            .get()
        let who = try await server.authenticate(user.tokens)
        func change(to password: Secret) async throws -> Updated {
            try await server.services.accounts.update(
                AccountChanges(password: password),
                of: who
            )
        }
        #expect(await failure { try await change(to: "correct horse") } == .password(.tooShort(minimum: 20)))
        let changed = try await change(to: "a longer correct horse")
        #expect(changed.session.pool == tenant.pool)
        _ = try await server.refresh(#require(changed.tokens))
    }
}
