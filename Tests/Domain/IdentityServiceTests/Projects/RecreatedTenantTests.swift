import CardeaIdentityDomain
import CardeaLocks
import LoggingTestSupport
import Testing

@testable import CardeaIdentityService

@Suite("A tenant with the ID of a deleted one")
struct RecreatedTenantTests {
    @Test(
        "the ID of a deleted tenant is free at once without users, and otherwise when the last one is deleted"
    )
    func sameID() async throws {
        let server = try await Server()
        let (project, blue) = (server.project.id, TenantID(rawValue: "blue"))
        let first = try await server.projects.createTenant(
            in: project,
            id: blue,
            displayName: "First",
            by: .server
        )
        try await server.projects.deleteTenant(blue, in: project, by: .server)
        let second = try await server.projects.createTenant(
            in: project,
            id: blue,
            displayName: "Second",
            by: .server
        )
        #expect(first.displayName == "First" && server.projects.tenant(blue, in: project) == second)
        let user = try await server.services.accounts.signUp(NewAccount(), by: server.caller(tenant: blue))
            .get()
        // A tenant that exists is not replaced.
        await #expect(throws: ProjectDirectoryError.store(.taken(.tenantID))) {
            try await server.projects.createTenant(in: project, id: blue, by: .server)
        }
        try await server.projects.deleteTenant(blue, in: project, by: .server)
        await #expect(throws: ProjectDirectoryError.tenantInDeletion(blue)) {
            try await server.projects.createTenant(in: project, id: blue, by: .server)
        }
        #expect(server.projects.tenant(blue, in: project) == nil)
        while try await server.services.cleanup.finishPoolDeletions(limit: 2) != nil {}
        let third = try await server.projects.createTenant(in: project, id: blue, by: .server)
        #expect(try await server.services.users.list(in: third.pool, limit: 10).isEmpty)
        #expect(await failure { try await server.refresh(user.tokens) } == .user(.notFound))
    }

    @Test("a project has a limited number of tenants, and its error says so (security 34)")
    func limit() async throws {
        var policy = Policy()
        policy.tenants.maximumCount = 2
        let server = try await Server(policy: policy)
        let project = server.project.id
        let first = try await server.projects.createTenant(in: project, displayName: "Blue", by: .server)
        let second = try await server.projects.createTenant(in: project, displayName: "Blue", by: .server)
        #expect(first.id.rawValue.wholeMatch(of: /Blue-[a-z0-9]{5}/) != nil && first.id != second.id)
        await #expect(throws: ProjectDirectoryError.self) {
            try await server.projects.createTenant(in: project, by: .server)
        }
        try await server.projects.deleteTenant(first.id, in: project, by: .server)
        _ = try await server.projects.createTenant(in: project, by: .server)
    }

    @Test("users of a tenant that is created again while housekeeping works stay (security 19)")
    func housekeeping() async throws {
        let server = try await Server()
        let (project, blue) = (server.project.id, TenantID(rawValue: "blue"))
        let pool = try await server.projects.createTenant(in: project, id: blue, by: .server).pool
        try await server.projects.deleteTenant(blue, in: project, by: .server)
        let store = InterruptedStore(server.store) {
            _ = try await server.projects.createTenant(in: project, id: blue, by: .server)
            _ = try await server.services.accounts.signUp(NewAccount(), by: server.caller(tenant: blue)).get()
        }
        let cleanup = Cleanup(store: ServiceStore(store, logger: .silent), clock: server.clock)
        #expect(try await cleanup.finishPoolDeletions(limit: 2)?.users == 0)
        #expect(try await server.services.users.list(in: pool, limit: 10).count == 1)
        #expect(try await cleanup.finishPoolDeletions(limit: 2) == nil)
    }
}

/// A store in which something happens after the first search for a deleted tenant.
private final class InterruptedStore<Store: IdentityStore>: IdentityStore {
    private let store: Store
    private let interruption: Mutex<(@Sendable () async throws -> Void)?>

    init(_ store: Store, _ interruption: @escaping @Sendable () async throws -> Void) {
        self.store = store
        self.interruption = Mutex(interruption)
    }

    var cacheVersion: Int { store.cacheVersion }

    func cachedRows(changedAfter version: Int) -> Set<CachedRow>? {
        store.cachedRows(changedAfter: version)
    }

    func read<L: Lookup>(_ lookup: L) async throws(StoreError) -> L.Row {
        let row = try await store.read(lookup)
        guard lookup is DeletedPoolLookup else { return row }
        let action = interruption.withLock { action in
            defer { action = nil }
            return action
        }
        do { try await action?() } catch { Issue.record(error) }
        return row
    }

    func transact<L: Lookup, Outcome: Sendable>(
        _ lookup: L,
        by actor: Actor,
        decide: @escaping @Sendable (L.Row) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome {
        try await store.transact(lookup, by: actor, decide: decide)
    }
}
