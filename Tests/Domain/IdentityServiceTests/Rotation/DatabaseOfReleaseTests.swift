import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaSQLiteDriver
import Foundation
import Testing

/// A database file that the release before has written: schema 7, counted by a number.
@Suite("A database file of release 0.1")
struct DatabaseOfReleaseTests {
    @Test("its projects, users, keys, events and tokens are kept, and each migration is recorded")
    func contents() async throws {
        try await Self.withServer { server in
            #expect(server.projects.all().map(\.id.rawValue) == ["default", "shop"])
            #expect(server.project.apiKeys == ["cdk_M5pAf3waIP6edAGUXbSHaBktBcmCsyAVyRk"])
            let users = try await server.services.users.list(in: server.pool, limit: 10)
            let addresses = Set(users.map { $0.email?.description ?? "none" })
            #expect(addresses == ["ann@example.com", "bob@example.com", "none"])
            #expect(try await server.securityEvents() == ["token_reuse"])
            #expect(try await server.store.read(.administratorTokens).map(\.name) == ["first administrator"])
            #expect(await server.store.schemaState() == .current)
        }
    }

    @Test("its refresh tokens get new tokens, with and without keys")
    func refreshes() async throws {
        try await Self.withServer { server in
            _ = try await server.refresh(text: Self.fresh)
            _ = try await server.refresh(text: Self.anonymous)
            let child = try await server.refresh(text: Self.unkeyedParent)
            #expect(child == Self.unkeyedChild)
            _ = try await server.refresh(text: Self.keyedLatest, key: "third")
            let otherKey = await failure { try await server.refresh(text: Self.keyedOld, key: "other") }
            #expect(otherKey == .token(.refreshTokenReused))
            let ended = await failure { try await server.refresh(text: Self.reused) }
            #expect(ended == .token(.sessionEnded(.tokenReuse)))
            #expect(await failure { try await server.refresh(text: Self.ofDisabled) } == .user(.disabled))
        }
    }

    @Test("a second start applies no migration again, and the passwords still sign in")
    func secondStart() async throws {
        try await withDirectory { directory in
            try Self.copy(to: directory)
            let first = try await Self.server(in: directory)
            let child = try await first.refresh(text: Self.fresh)
            await first.store.close()
            let second = try await Self.server(in: directory)
            _ = try await second.refresh(text: child)
            _ = try await second.signIn()
            await second.store.close()
        }
    }

    private static let fresh = "AgAAAAAA3wY_EqOoVBoSTfNRJwlACwAAAAAAAAAAAITZ5WHNQk_9JfSO4stzn9nACEvvrbV6"
    private static let unkeyedParent =
        "AgAAAAAAlbNKBHFjZe57E59XBNo4HgAAAAAAAAAAALeB9ECQrudy_CzRB0-pco-PgoQL1t-d"
    private static let unkeyedChild =
        "AgAAAAAAlbNKBHFjZe57E59XBNo4HgAAAAAAAAABADWU_nVdxYEootXX1bDSESuel_Ro4knZ"
    private static let keyedOld = "AgAAAAAAwcBocMaehHSoUWcCYV0c7gAAAAAAAAAAABW2hEIN7vGI8MPj9-g68gZnXJWaLwKs"
    private static let keyedLatest =
        "AgAAAAAAwcBocMaehHSoUWcCYV0c7gAAAAAAAAACAL5WNM9vOO1NetdPEusjrVK122yk53Qv"
    private static let anonymous = "AgAAAAAAFSi19Ig22UseBmGFUK-n1AAAAAAAAAAAAMSQGmt6tbVht9aT9Wbrj4_9pa0YXClT"
    private static let ofDisabled = "AgAAAAAAHE1hT8RivcgSLjgJSMRdEgAAAAAAAAAAAOZWWADRkaDl2XtYCVyxSQnvQjKRhk1z"
    private static let reused = "AgAAAAAAS8kQ4lKRg-Ji7niNanIncwAAAAAAAAABAFlvEMtWi64f94bn0E2KT2n06j_DbT5K"
    private static let masterKey = "lYdaMi9ylqE/UAxWQuA3zAs6FiLJ+r6vp0/Nb5+ELoM="
    /// A few seconds after the last of it was written.
    private static let now = Timestamp(seconds: 1_795_368_648)

    private static func withServer(_ test: (Server) async throws -> Void) async throws {
        try await withDirectory { directory in
            try copy(to: directory)
            let server = try await server(in: directory)
            try await test(server)
            await server.store.close()
        }
    }

    private static func copy(to directory: String) throws {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/release-0.1.sqlite")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: fixture.path, toPath: directory + "/cardea.sqlite")
    }

    private static func server(in directory: String) async throws -> Server {
        let clock = ManualClock()
        clock.set(now)
        return try await Server(
            on: try SQLiteDatabase.open(.file(directory: directory)),
            project: ProjectID(rawValue: "default"),
            masterKey: Array(try #require(Data(base64Encoded: masterKey))),
            clock: clock
        )
    }
}

extension Server {
    fileprivate func refresh(text token: String, key: String? = nil) async throws -> String {
        let tokens = try await services.sessions.refresh(
            token.utf8,
            by: caller(key: key, userAgent: "release before")
        )
        .tokens
        return String(decoding: tokens.refreshToken ?? [], as: UTF8.self)
    }
}
