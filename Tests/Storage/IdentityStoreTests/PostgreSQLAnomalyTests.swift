import CardeaIdentityDomain
import CardeaPostgreSQLDriver
import Foundation
import PostgreSQLServer
import Testing

@testable import CardeaIdentityStore

/// Decisions that would go wrong in PostgreSQL if they did not lock the rows that they rely on.
///
/// A session of the test holds a transaction open, as another node would; the store waits for it.
@Suite("Decisions of two nodes on PostgreSQL")
struct PostgreSQLAnomalyTests {
    private static let revocation = Revocation(reason: .signOut, at: .later(50))

    @Test("a refresh that waited for a session reads the user of the same moment")
    func refreshAfterDisabling() async throws {
        try await World.with { world in
            try await world.store.make(.insertUser(.bare("1")), .insertSession(.bare(1, of: "1")))
            try world.node.run("BEGIN; UPDATE users SET disabled = 1; UPDATE sessions SET generation = 99")
            async let row = world.store.transact(.refresh(of: .sample(1)), by: .server) { Decision([], $0) }
            try await world.commit()
            let read = try #require(try await row)
            #expect(read.session.rotation.generation == 99)
            #expect(read.user.isDisabled)
        }
    }

    @Test("sessions that another node has just revoked keep its time and reason", arguments: [true, false])
    func revokedTwice(all: Bool) async throws {
        try await World.with { world in
            try await world.store.make(.insertUser(.bare("1")))
            for number in 1...3 as ClosedRange<UInt64> {
                try await world.store.make(.insertSession(.bare(number, of: "1")))
            }
            try world.node.run("BEGIN; UPDATE sessions SET revoked_at = 7, revocation_reason = 'sign-out'")
            let change: Change =
                all
                ? .revokeSessions(of: "1", .main, except: nil, Self.revocation)
                : .session(.evict(.sample(2), Self.revocation, by: .phone))
            async let revoked: Void = world.store.make(change)
            try await world.commit()
            try await revoked
            #expect(try world.node.run("SELECT DISTINCT revoked_at FROM sessions") == ["7"])
        }
    }

    @Test("a deleted user leaves a tombstone for the session of a sign-in that was committed meanwhile")
    func deletionAfterSignIn() async throws {
        try await World.with { world in
            try await world.store.make(.insertUser(.bare("1")))
            for number in 1...3 as ClosedRange<UInt64> {
                try await world.store.make(.insertSession(.bare(number, of: "1")))
            }
            try await world.store.make(.insertSession(.bare(4, of: "1")))
            // The fourth session, and the lock under which a sign-in decides.
            try world.node.run(
                """
                CREATE TEMPORARY TABLE kept AS SELECT * FROM sessions WHERE created_at = \
                (SELECT max(created_at) FROM sessions); \
                DELETE FROM sessions WHERE id IN (SELECT id FROM kept); BEGIN; \
                SELECT FROM users WHERE id = '1' FOR NO KEY UPDATE; INSERT INTO sessions SELECT * FROM kept
                """
            )
            async let deleted: Void = world.store.transact(.user("1", in: .main), by: .server) { user in
                Decision(user == nil ? [] : [.deleteUser("1", .main, at: .later(60))], ())
            }
            try await world.commit()
            try await deleted
            #expect(try world.node.run("SELECT count(*) FROM departed_sessions") == ["4"])
            #expect(try world.node.run("SELECT count(*) FROM sessions") == ["0"])
        }
    }

    @Test("a sign-up that has read a tenant is committed before the tenant is deleted")
    func tenantDeletionAfterSignUp() async throws {
        try await World.with { world in
            try await world.insertTenant()
            try world.node.run("BEGIN; SELECT FROM tenants WHERE id = 'blue' FOR SHARE")
            async let deleted: Void = world.store.make(
                .tenant(.delete(World.tenant, World.project, at: .later(1)))
            )
            try await world.waitUntilBlocked()
            try world.node.run(
                """
                INSERT INTO users (project, tenant, id, created_at, email_verified, disabled, valid_since, revision) \
                VALUES ('default', 'blue', '1', 0, 0, 0, 0, 0); COMMIT
                """
            )
            try await deleted
            try await world.store.make(.tenant(.deleteRemainder(World.tenant, World.project)))
            #expect(try await world.store.read(.deletedPool) == .tenant)
        }
    }

    @Test(
        "a sign-up that waited for the deletion of its tenant or project finds neither",
        arguments: [("tenants", UserPool.tenant), ("projects", UserPool(project: World.project))]
    )
    func signUpAfterDeletion(table: String, pool: UserPool) async throws {
        try await World.with { world in
            try await world.insertTenant()
            try world.node.run("BEGIN; UPDATE \(table) SET deleted_at = 1")
            async let hasPool = world.store.transact(.hasPool(pool), by: .server) { Decision([], $0) }
            try await world.commit()
            let found = try await hasPool
            #expect(!found)
        }
    }

    @Test("of the sign-ins of one user on two nodes at once, as many sessions stay as the limit allows")
    func limit() async throws {
        try await World.with { world in
            let second = SQLIdentityStore(try PostgreSQLDatabase.open(world.url))
            try await world.store.make(.insertUser(.bare("1")))
            for round in 0..<20 as Range<UInt64> {
                try await withThrowingTaskGroup { group in
                    for number in 0..<50 as Range<UInt64> {
                        let store = number.isMultiple(of: 2) ? world.store : second
                        let session = Session.bare(round * 50 + number + 1, of: "1")
                        group.addTask {
                            try await store.transact(
                                UserLookup.id("1", .main),
                                UserSessionsLookup.activeSessions(of: "1", in: .main, limit: 10),
                                by: .server
                            ) { _, others in
                                let ended = others.map {
                                    Change.session(.evict($0.id, Self.revocation, by: .phone))
                                }
                                return Decision([.insertSession(session)] + ended, ())
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await world.store.activeSessions(of: "1", in: .main).count == 1)
            }
            await second.close()
        }
    }
}

/// A store, and another node.
private struct World {
    static let project = ProjectID(rawValue: "default")
    static let tenant = TenantID(rawValue: "blue")

    let store: SQLIdentityStore
    let url: String
    let node: PostgreSQLSession
    private let server: PostgreSQLServer
    private let database: String

    static func with(_ test: (World) async throws -> Void) async throws {
        let server = try PostgreSQLServer.shared.get()
        try await server.slots.use {
            let database = "anomaly-\(UUID().uuidString)"
            try server.create(database)
            let url = server.url(database)
            let store = SQLIdentityStore(try PostgreSQLDatabase.open(url))
            try await store.migrate()
            let world = World(
                store: store,
                url: url,
                node: try PostgreSQLSession(url),
                server: server,
                database: database
            )
            let result: Result<Void, any Error>
            do { result = .success(try await test(world)) } catch { result = .failure(error) }
            await store.close()
            try server.drop(database)
            try result.get()
        }
    }

    func insertTenant() async throws {
        try await store.insert(Project(id: Self.project, number: 1, createdAt: .start, apiKeys: []))
        let tenant = Tenant(id: Self.tenant, project: Self.project, createdAt: .start)
        try await store.make(.tenant(.insert(tenant)))
    }

    /// Commits the transaction of the other node, once the store waits for it.
    func commit() async throws {
        try await waitUntilBlocked()
        try node.run("COMMIT")
    }

    func waitUntilBlocked() async throws {
        let count = """
            SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' AND wait_event_type = 'Lock'
            """
        while try server.run(count, in: "postgres") == ["0"] { try await Task.sleep(for: .milliseconds(5)) }
    }
}
