import CardeaCryptography
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSQLCore
import CardeaSQLiteDriver
import LoggingTestSupport
import Testing
import CardeaSecrets

@testable import CardeaIdentityStore

@Suite("Projects, keys and administrators")
struct ProjectDirectoryTests {
    private let shop = ProjectID(rawValue: "shop")

    @Test("a project has a number and an API key, and is found by each")
    func lookup() async throws {
        let server = try await Server()
        let project = server.project
        let key = try #require(project.apiKeys.first)
        #expect(key.utf8.count == 39 && String(project.number).count == 12)
        #expect(server.projects.project(apiKey: key) == project)
        #expect(server.projects.project(apiKey: "other") == nil)
        #expect(server.projects.all() == [project])
    }

    @Test(
        "names and settings out of range are rejected",
        arguments: ["", "Shop", "1shop", "a b", "a/b", String(repeating: "a", count: 64)]
    )
    func names(id: String) async throws {
        let server = try await Server()
        await #expect(throws: ProjectDirectoryError.invalidProjectID(id)) {
            try await server.projects.create(ProjectID(rawValue: id), by: .server)
        }
        var project = server.project
        project.policy.tokens.accessTokenLifetime = 0
        await #expect(
            throws: ProjectDirectoryError.invalidSetting(
                "tokens.accessTokenLifetime must be from 1s to 3660d"
            )
        ) {
            try await server.projects.change(project, by: .server) { $0 = project }
        }
    }

    @Test(
        "keys and certificates are the same after a restart, and useless under another master key (security 24)"
    )
    func restart() async throws {
        try await withDirectory { directory in
            let before = try await Server(at: .file(directory: directory))
            let tokens = try await before.signUp().tokens
            let keys = before.projects.publicKeys(of: shop)
            await before.store.close()
            let after = try await Server(
                at: .file(directory: directory),
                clock: before.clock,
                random: before.random
            )
            let reloaded = after.projects.publicKeys(of: shop)
            #expect(reloaded.map(\.id) == keys.map(\.id))
            #expect(reloaded.map(\.certificatePEM) == keys.map(\.certificatePEM))
            _ = try await after.authenticate(tokens)
            _ = try await after.refresh(tokens)
            await #expect(throws: ProjectDirectoryError.self) {
                try await ProjectDirectory.load(
                    from: after.store,
                    masterKey: [UInt8](repeating: 8, count: 32),
                    clock: after.clock,
                    random: after.random,
                    logger: .silent
                )
            }
        }
    }

    @Test("a signing key is superseded with overlap: old tokens verify until the last of them has expired")
    func signingKeyRotation() async throws {
        let server = try await Server()
        let old = try await server.signUp().tokens
        try await server.projects.rotateSigningKey(of: shop, atOnce: true, by: .server)
        #expect(server.projects.publicKeys(of: shop).count == 2)
        let new = try await server.refresh(old).tokens
        _ = try await server.authenticate(old)
        _ = try await server.authenticate(new)
        server.clock.advance(.days(1))
        #expect(server.projects.publicKeys(of: shop).count == 1)
        _ = try await server.authenticate(try await server.refresh(new).tokens)
    }

    @Test("a key that leaked is retired at once")
    func retirement() async throws {
        let server = try await Server()
        let old = try await server.signUp().tokens
        try await server.projects.rotateSigningKey(of: shop, retiringOthers: true, by: .server)
        #expect(await failure { try await server.authenticate(old) } == .token(.invalidAccessToken))
        _ = try await server.authenticate(try await server.refresh(old).tokens)
    }

    @Test(
        "the algorithm is the project's choice; a change begins with a new key (U13)",
        arguments: [
            TokenPolicy.SigningAlgorithm.rs256, .edDSA,
        ]
    )
    func algorithm(algorithm: TokenPolicy.SigningAlgorithm) async throws {
        let server = try await Server()
        let before = try await server.signUp().tokens
        var project = server.project
        project.policy.tokens.signingAlgorithm = algorithm
        try await server.projects.change(project, by: .server) { $0 = project }
        let algorithms = server.projects.publicKeys(of: shop).map(\.algorithm.rawValue)
        #expect(algorithms == [algorithm.rawValue, "ES256"])
        _ = try await server.authenticate(before)
        _ = try await server.authenticate(try await server.refresh(before).tokens)
    }

    @Test("a project whose key cannot be stored does not exist, nor is a change of its algorithm applied")
    func togetherOrNot() async throws {
        let server = try await Server()
        let trigger = """
            CREATE TRIGGER no_keys BEFORE INSERT ON sealed_keys BEGIN SELECT RAISE(ABORT, 'no keys'); END
            """
        let write = SQLWrite(SQLStatement(trigger, isReused: false), changing: .any)
        try await server.store.database.write([write])
        var project = server.project
        project.policy.tokens.signingAlgorithm = .edDSA
        await #expect(throws: ProjectDirectoryError.self) {
            try await server.projects.change(project, by: .server) { $0 = project }
        }
        await #expect(throws: ProjectDirectoryError.self) {
            try await server.projects.create(ProjectID(rawValue: "second"), by: .server)
        }
        #expect(server.projects.all() == [server.project])
        #expect(try await server.store.read(.projects) == [server.project])
    }

    @Test("refresh tokens outlive a rotation of their key, across a restart, until it is retired")
    func refreshTokenKeyRotation() async throws {
        try await withDirectory { directory in
            let before = try await Server(at: .file(directory: directory))
            let old = try await before.signUp().tokens
            try await before.projects.rotateRefreshTokenKey(by: .server)
            await before.store.close()
            let server = try await Server(
                at: .file(directory: directory),
                clock: before.clock,
                random: before.random
            )
            let new = try await server.refresh(old).tokens
            let another = try await server.signIn().tokens
            try await server.projects.rotateRefreshTokenKey(retiringOthers: true, by: .server)
            #expect(await failure { try await server.refresh(new) } == .token(.invalidRefreshToken))
            #expect(await failure { try await server.refresh(another) } == .token(.invalidRefreshToken))
        }
    }

    @Test(
        "the refresh-token key is rotated 320 times, with restarts: tokens work until their key is retired (security L1)"
    )
    func manyRotations() async throws {
        try await withDirectory { directory in
            var server = try await Server(at: .file(directory: directory))
            var tokens = try await server.signUp().tokens
            for round in 1...320 {
                let retires = round > 280 && round.isMultiple(of: 7)
                try await server.projects.rotateRefreshTokenKey(retiringOthers: retires, by: .server)
                guard round.isMultiple(of: 40) || retires else { continue }
                #expect(server.projects.refreshTokenKeyRecords().count == round + 1)
                await server.store.close()
                server = try await Server(
                    at: .file(directory: directory),
                    clock: server.clock,
                    random: server.random
                )
                #expect(server.projects.refreshTokenKeyRecords().count == round + 1)
                if retires {
                    #expect(
                        await failure { try await server.refresh(tokens) } == .token(.invalidRefreshToken)
                    )
                    tokens = try await server.signIn().tokens
                }
                tokens = try await server.refresh(tokens).tokens
            }
        }
    }

    @Test("keys that were rotated while the clock was set back stay in use after a restart (security 28)")
    func keysAndClock() async throws {
        try await withDirectory { directory in
            let before = try await Server(at: .file(directory: directory))
            let old = try await before.signUp().tokens
            before.clock.step(.hours(-1))
            try await before.projects.rotateSigningKey(of: shop, by: .server)
            try await before.projects.rotateRefreshTokenKey(by: .server)
            let new = try await before.refresh(old).tokens
            let keys = before.projects.publicKeys(of: shop).map(\.id)
            await before.store.close()
            let server = try await Server(
                at: .file(directory: directory),
                clock: before.clock,
                random: before.random
            )
            #expect(server.projects.publicKeys(of: shop).map(\.id) == keys)
            _ = try await server.authenticate(old)
            _ = try await server.authenticate(new)
            _ = try await server.refresh(new)
        }
    }

    @Test("an administrator's token works until it expires; a one-time token once, of many who try")
    func administrators() async throws {
        let server = try await Server()
        let projects = server.projects
        let lasting = try await projects.createAdministratorToken(
            name: "ci",
            project: shop,
            lifetime: .hours(1),
            by: .server
        )
        let once = try await projects.createAdministratorToken(name: "first", oneTime: true, by: .server)
        #expect(try await projects.administrator(presenting: lasting)?.project == shop)
        #expect(try await projects.administrator(presenting: "other") == nil)

        let admitted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { @concurrent in try await projects.administrator(presenting: once) != nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(admitted == 1)
        #expect(try await server.store.read(.administratorTokens).map(\.name) == ["ci"])

        server.clock.advance(.hours(1))
        #expect(try await projects.administrator(presenting: lasting) == nil)
        #expect(try await projects.deleteExpiredAdministratorTokens() == 1)
        #expect(try await server.store.read(.administratorTokens) == [] && projects.administrators() == [])
    }

    @Test("an administrator's token can be revoked")
    func removal() async throws {
        let server = try await Server()
        let text = try await server.projects.createAdministratorToken(name: "ci", by: .server)
        let id = try #require(server.projects.administrators().first).id
        try await server.projects.deleteAdministratorToken(id, by: .server)
        #expect(try await server.projects.administrator(presenting: text) == nil)
    }
}
