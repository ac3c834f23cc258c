import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaLocks
import CardeaSQLiteDriver
import LoggingTestSupport
import Testing
import CardeaSecrets

/// Two nodes: each has caches and use cases of its own, on one database.
@Suite("Several nodes")
struct SeveralNodesTests {
    private struct Nodes {
        let first: Server
        let second: Server

        init() async throws {
            let database = try SQLiteDatabase.open(.memory)
            first = try await Server(on: database)
            second = try await Server(on: database)
        }
    }

    @Test("changes of a setting, a key and a project by one node apply to the other")
    func settings() async throws {
        let nodes = try await Nodes()
        let access = DirectoryAccess(projects: nodes.second.projects)
        var project = nodes.first.project
        project.policy.tokens.accessTokenLifetime = 60
        project.apiKeys.append("new-key")
        try await nodes.first.projects.change(project, by: .server) { $0 = project }
        #expect(try await access.project(apiKey: "new-key")?.policy.tokens.accessTokenLifetime == 60)
        let created = try await nodes.first.projects.create(ProjectID(rawValue: "later"), by: .server)
        #expect(try await access.project(id: created.id) == created)
        try await nodes.first.projects.rotateSigningKey(of: project.id, by: .server)
        _ = try await access.project(id: project.id)
        #expect(
            nodes.second.projects.publicKeys(of: project.id).map(\.id)
                == nodes.first.projects.publicKeys(of: project.id).map(\.id)
        )
    }

    @Test("concurrent changes of different settings lose nothing, on one node or on two")
    func concurrentChanges() async throws {
        let nodes = try await Nodes()
        let project = nodes.first.project
        let tenant = try await nodes.first.projects.createTenant(in: project.id, by: .server)
        let app = try await nodes.first.projects.createApp(
            in: project.id,
            kind: .web,
            displayName: "",
            by: .server
        )
        .app
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<32 {
                let projects = (number % 2 == 0 ? nodes.first : nodes.second).projects
                group.addTask {
                    _ = try await projects.change(project, by: .server) { $0.apiKeys.append("key-\(number)") }
                }
                group.addTask {
                    _ = try await projects.change(tenant, by: .server) {
                        $0.displayName = ($0.displayName ?? "") + "+"
                    }
                }
                group.addTask { _ = try await projects.change(app, by: .server) { $0.displayName += "+" } }
            }
            try await group.waitForAll()
        }
        for node in [nodes.first, nodes.second] {
            try await node.projects.synchronize()
            let keys = try #require(node.projects.project(id: project.id)).apiKeys
            #expect(Set(keys).isSuperset(of: (0..<32).map { "key-\($0)" }))
            #expect(node.projects.tenant(tenant.id, in: project.id)?.displayName?.count == 32)
            #expect(node.projects.app(app.id)?.displayName.count == 32)
        }
    }

    @Test("of keys that are rotated at the same time, on one node or on two, one remains current")
    func concurrentRotations() async throws {
        let nodes = try await Nodes()
        let project = nodes.first.project
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                let projects = (number % 2 == 0 ? nodes.first : nodes.second).projects
                group.addTask { try await projects.rotateSigningKey(of: project.id, by: .server) }
                group.addTask { try await projects.rotateRefreshTokenKey(by: .server) }
            }
            group.addTask {
                try await nodes.second.projects.change(project, by: .server) {
                    $0.policy.tokens.signingAlgorithm = .edDSA
                }
            }
            try await group.waitForAll()
        }
        for node in [nodes.first, nodes.second] {
            try await node.projects.synchronize()
            let signing = node.projects.signingKeyRecords(of: project.id)
            #expect(signing.count == 10 && signing.count { $0.supersededAt == nil } == 1)
            #expect(signing.first?.supersededAt == nil && signing.first?.algorithm == "EdDSA")
            let refreshing = node.projects.refreshTokenKeyRecords()
            #expect(refreshing.count == 9 && refreshing.count { $0.supersededAt == nil } == 1)
        }
    }

    @Test("tokens of one node are accepted by the other, also after a rotation of the keys")
    func tokens() async throws {
        let nodes = try await Nodes()
        let signedIn = try await nodes.first.signUp()
        _ = try await nodes.second.authenticate(signedIn.tokens)
        try await nodes.first.projects.rotateRefreshTokenKey(by: .server)
        let refreshed = try await nodes.first.refresh(signedIn.tokens)
        try await nodes.second.projects.synchronize()
        _ = try await nodes.second.refresh(refreshed.tokens)
    }

    @Test("requests that come after a change share one reading of the store")
    func sharedReading() async throws {
        let server = try await Server()
        let store = CountingStore(server.store)
        let directory = try await ProjectDirectory.load(
            from: store,
            masterKey: Server.masterKey,
            clock: server.clock,
            random: server.random,
            logger: .silent
        )
        let loading = store.reads
        try await directory.synchronize()
        #expect(store.reads == loading)
        _ = try await server.projects.create(ProjectID(rawValue: "later"), by: .server)
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    try await directory.synchronize()
                    return directory.project(id: ProjectID(rawValue: "later")) != nil
                }
            }
            for try await found in group { #expect(found) }
        }
        #expect(store.reads == 2 * loading)
    }

    @Test("a one-time token is accepted once on all nodes together")
    func oneTimeToken() async throws {
        let nodes = try await Nodes()
        let token = try await nodes.first.projects.createAdministratorToken(
            name: "first",
            oneTime: true,
            by: .server
        )
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                let projects = index.isMultiple(of: 2) ? nodes.first.projects : nodes.second.projects
                group.addTask { try await projects.administrator(presenting: token) != nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 1)
        let lasting = try await nodes.first.projects.createAdministratorToken(name: "lasting", by: .server)
        #expect(try await nodes.second.projects.administrator(presenting: lasting)?.name == "lasting")
        let id = try #require(nodes.first.projects.administrators().first { $0.name == "lasting" }).id
        try await nodes.second.projects.deleteAdministratorToken(id, by: .server)
        #expect(try await nodes.first.projects.administrator(presenting: lasting) == nil)
    }

    @Test("a tenant and an app that one node creates or deletes exist on the other or not")
    func tenantsAndApps() async throws {
        let nodes = try await Nodes()
        let access = DirectoryAccess(projects: nodes.second.projects)
        let project = nodes.first.project
        let tenant = try await nodes.first.projects.createTenant(
            in: project.id,
            displayName: "Blue",
            by: .server
        )
        let (app, secret) = try await nodes.first.projects.createApp(
            in: project.id,
            kind: .server,
            displayName: "API",
            by: .server
        )
        #expect(try await access.project(apiKey: app.apiKey ?? "")?.id == project.id)
        let (desktop, none) = try await nodes.first.projects.createApp(
            in: project.id,
            kind: .desktop,
            displayName: "CLI",
            by: .server
        )
        #expect(none == nil)
        #expect(try await access.project(client: desktop.id.rawValue)?.id == project.id)
        #expect(try await access.project(client: app.id.rawValue)?.id == project.id)
        #expect(access.app(client: desktop.id.rawValue, of: project) == desktop)
        #expect(access.app(client: desktop.apiKey ?? "", of: project) == desktop)
        #expect(desktop.accepts(secret: nil) && !desktop.accepts(secret: "any"))
        #expect(try await access.tenant(tenant.id, in: project) == tenant)
        #expect(secret != nil && app.accepts(secret: secret))
        #expect(!app.accepts(secret: "wrong") && !app.accepts(secret: nil))
        try await nodes.first.projects.deleteTenant(tenant.id, in: project.id, by: .server)
        try await nodes.first.projects.deleteApp(app.id, by: .server)
        #expect(try await access.project(apiKey: app.apiKey ?? "") == nil)
        #expect(try await access.tenant(tenant.id, in: project) == nil)
    }
}
