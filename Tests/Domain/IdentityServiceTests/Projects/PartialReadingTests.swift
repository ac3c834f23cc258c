import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaLocks
import CardeaSettings
import LoggingTestSupport
import Testing

@Suite("Changes of tenants and apps")
struct PartialReadingTests {
    private func directory(on store: CountingStore, _ server: Server) async throws -> ProjectDirectory {
        try await ProjectDirectory.load(
            from: store,
            masterKey: Server.masterKey,
            clock: server.clock,
            random: server.random,
            logger: .silent
        )
    }

    @Test("a change of a tenant or an app reads only its row, on each node")
    func rows() async throws {
        let server = try await Server()
        let (here, there) = (CountingStore(server.store), CountingStore(server.store))
        let first = try await directory(on: here, server)
        let second = try await directory(on: there, server)
        let before = [here.readsOfManyRows, there.readsOfManyRows]
        let project = server.project.id

        var tenant = try await first.createTenant(in: project, displayName: "Blue", by: .server)
        var overrides = PolicyOverrides()
        try overrides.set(.integer(60), for: "tokens.accessTokenLifetime")
        var (app, _) = try await first.createApp(in: project, kind: .ios, displayName: "Shop", by: .server)
        let key = try #require(app.apiKey)
        try await second.synchronize()
        #expect(second.tenant(tenant.id, in: project) == tenant)
        #expect(second.app(apiKey: key) == app && second.project(apiKey: key)?.id == project)
        #expect(second.policy(in: tenant.pool, of: app.id)?.tokens.accessTokenLifetime == 3600)

        (tenant.overrides, tenant.isDisabled) = (overrides, true)
        (app.apiKey, app.displayName) = ("another-key", "Store")
        try await first.change(tenant, by: .server) { $0 = tenant }
        try await first.change(app, by: .server) { $0 = app }
        try await second.synchronize()
        #expect(second.tenant(tenant.id, in: project) == tenant)
        #expect(second.policy(in: tenant.pool, of: nil)?.tokens.accessTokenLifetime == 60)
        #expect(second.app(apiKey: key) == nil && second.app(apiKey: "another-key") == app)

        try await first.deleteTenant(tenant.id, in: project, by: .server)
        try await first.deleteApp(app.id, by: .server)
        try await second.synchronize()
        #expect(second.tenant(tenant.id, in: project) == nil && second.app(app.id) == nil)
        #expect(second.app(apiKey: "another-key") == nil && first.isCurrent && second.isCurrent)
        #expect([here.readsOfManyRows, there.readsOfManyRows] == before)
    }

    @Test("a node that has missed many changes, or a change of a project, reads everything")
    func everything() async throws {
        let server = try await Server()
        let (here, there) = (CountingStore(server.store), CountingStore(server.store))
        let first = try await directory(on: here, server)
        let second = try await directory(on: there, server)
        let before = there.readsOfManyRows
        var ids: Set<TenantID> = []
        for _ in 0..<150 { ids.insert(try await first.createTenant(in: server.project.id, by: .server).id) }
        try await second.synchronize()
        #expect(there.readsOfManyRows > before)
        #expect(Set(second.tenants(of: server.project.id).map(\.id)) == ids)

        let afterTenants = there.readsOfManyRows
        let tenant = try await first.createTenant(in: server.project.id, by: .server)
        let project = try await first.create(ProjectID(rawValue: "later"), by: .server)
        try await second.synchronize()
        #expect(there.readsOfManyRows > afterTenants)
        #expect(
            second.project(id: project.id) == project
                && second.tenant(tenant.id, in: server.project.id) == tenant
        )
    }

    @Test("a failed reading of a row leaves the directory stale, and the next one reads the row")
    func failure() async throws {
        let server = try await Server()
        let store = CountingStore(server.store)
        let other = try await directory(on: CountingStore(server.store), server)
        let directory = try await directory(on: store, server)
        let tenant = try await other.createTenant(in: server.project.id, by: .server)
        store.fails.withLock { $0 = true }
        await #expect(throws: ProjectDirectoryError.self) { try await directory.synchronize() }
        #expect(!directory.isCurrent && directory.tenant(tenant.id, in: server.project.id) == nil)
        store.fails.withLock { $0 = false }
        try await directory.synchronize()
        #expect(directory.isCurrent && directory.tenant(tenant.id, in: server.project.id) == tenant)
    }
}
