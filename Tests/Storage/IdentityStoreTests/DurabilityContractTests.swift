import Foundation
import CardeaIdentityDomain
import CardeaSQLCore
import CardeaSQLiteDriver
import StoreEngines
import Testing

@testable import CardeaIdentityStore

@Suite("Store contract: durability")
struct DurabilityContractTests {
    @Test("everything is there after close and open", arguments: StoreEngine.durable)
    func reopening(engine: StoreEngine) async throws {
        let directory = TemporaryDirectory()
        let project = Project(
            id: UserPool.main.project,
            number: 1,
            createdAt: .start,
            apiKeys: ["key"]
        )
        try await engine.withStore(in: directory) { store in
            try await store.make(.insertUser(.full("1")), .insertSession(.full(1, of: "1")))
            try await store.insert(project)
        }
        try await engine.withStore(in: directory) { store async throws in
            #expect(try await store.user("1") == .full("1"))
            #expect(try await store.session(1) == .full(1, of: "1"))
            #expect(try await store.projects() == [project])
        }
    }

    @Test("a closed store reports that it is closed", arguments: StoreEngine.all)
    func closed(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            await store.close()
            await #expect(throws: StoreError.unavailable("The database is closed.")) {
                try await store.make(.insertUser(.bare("1")))
            }
            await #expect(throws: StoreError.unavailable("The database is closed.")) {
                try await store.user("1")
            }
        }
    }

    @Test(
        "a database with an unknown migration is rejected, and the migration is named",
        arguments: StoreEngine.all
    )
    func newerSchema(engine: StoreEngine) async throws {
        let database = try engine.open(TemporaryDirectory())
        try await database.migrate([SQLMigration("2999-01-01-wings") { _ in [] }], numbered: [])
        let error = await #expect(throws: StoreError.self) { try await SQLIdentityStore(database).migrate() }
        #expect("\(String(describing: error))".contains("2999-01-01-wings"))
        await database.close()
    }

    @Test(
        "a database without tenants and apps keeps its rows and gains the tables",
        arguments: StoreEngine.all
    )
    func withoutTenants(engine: StoreEngine) async throws {
        let directory = TemporaryDirectory()
        let store = SQLIdentityStore(try engine.open(directory))
        // The tables that the statements of users and sessions name must exist.
        let former =
            Schema.numberedMigrations + [
                ActionCodes.migration, Schema.customTokens, Schema.initialEmail, Sessions.apps,
                Sessions.proofs, Sessions.uses, Sessions.authentications, Sessions.devices,
                Identities.migration,
                Schema.userNames,
                Schema.recycledAddresses, Schema.emailProofs, Schema.skeletons,
            ]
        try await store.database.migrate(former, numbered: Schema.numbered)
        let project = Project(id: UserPool.main.project, number: 1, createdAt: .start, apiKeys: ["key"])
        try await store.insert(project)
        try await store.make(.insertUser(.full("1")), .insertSession(.bare(1, of: "1")))
        try await store.migrate()
        #expect(try await store.read(.projects) == [project])
        #expect(try await store.user("1") != nil)
        #expect(try await store.session(1) != nil)
        #expect(try await store.read(.tenants) == [])
        #expect(try await store.read(.apps) == [])
        #expect(await store.schemaState() == .current)
        await store.close()
        withExtendedLifetime(directory) {}
    }

    @Test("no acknowledged rotation is lost when the process is killed under load (K13)")
    func crash() async throws {
        let directory = TemporaryDirectory()
        let sessions = 8 as UInt64
        let engine = try #require(StoreEngine.durable.first)
        try await engine.withStore(in: directory) { store in
            try await store.make(
                [.insertUser(.full("1"))] + (0..<sessions).map { .insertSession(.bare($0, of: "1")) }
            )
        }
        for round in 1...3 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = directory.path as String, killAfter = 50 * round as Int] in
                try await CrashingChild(directory: path, killAfter: killAfter).run()
            }
            let acknowledged = try CrashingChild.acknowledged(in: directory.path)
            try await engine.withStore(in: directory) { store in
                for number in 0..<sessions {
                    let state = try await store.session(number)?.rotation
                    let generation = try #require(acknowledged[number])
                    // One more may have been made durable before it could be acknowledged.
                    #expect(state?.generation == generation || state?.generation == generation + 1)
                }
            }
        }
    }
}

/// Refreshes sessions from many tasks, notes each acknowledged one in a file, and is killed in the midst of it.
struct CrashingChild {
    let directory: String
    let killAfter: Int

    func run() async throws {
        let store = SQLIdentityStore(try SQLiteDatabase.open(.file(directory: directory)))
        let log = try Self.log(in: directory)
        await withThrowingTaskGroup(of: Void.self) { group in
            for session in 0..<8 as Range<UInt64> {
                group.addTask {
                    for step in 1... {
                        let state = try await store.refresh(session, pending: UInt64(step))
                        guard let state else { return }
                        try log.write(contentsOf: Data("\(session) \(state.generation)\n".utf8))
                        if session == 0, step == killAfter { kill(getpid(), SIGKILL) }
                    }
                }
            }
        }
    }

    /// The last acknowledged generation of each session.
    static func acknowledged(in directory: String) throws -> [UInt64: Int64] {
        let text = try String(contentsOfFile: directory + "/acknowledged", encoding: .utf8)
        return text.split(separator: "\n").reduce(into: [:]) { result, line in
            let words = line.split(separator: " ")
            guard words.count == 2, let session = UInt64(words[0]), let generation = Int64(words[1]) else {
                return
            }
            result[session] = max(result[session] ?? 0, generation)
        }
    }

    private static func log(in directory: String) throws -> FileHandle {
        let path = directory + "/acknowledged"
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        let log = try FileHandle(forWritingTo: URL(filePath: path))
        try log.seekToEnd()
        return log
    }
}
