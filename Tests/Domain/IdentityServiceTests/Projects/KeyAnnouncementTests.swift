import CardeaCryptography
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaJOSE
import CardeaSQLiteDriver
import Testing

private let shop = ProjectID(rawValue: "shop")

@Suite("Announcement of keys")
struct KeyAnnouncementTests {
    @Test(
        "a new key is published before it signs, also on another node and after a restart (security 39)",
        arguments: [1, 3]
    )
    func announcement(rotations: Int) async throws {
        try await withDirectory { directory in
            let before = try await Server(at: .file(directory: directory))
            let signer = { (server: Server) in server.projects.signer(for: shop)?.keyID }
            let old = try #require(signer(before))
            before.clock.advance(.days(1))
            #expect(PublishedKey.announcement > PublishedKey.cacheLifetime)
            let start = before.clock.now() + PublishedKey.announcement
            for _ in 0..<rotations {
                try await before.projects.rotateSigningKey(of: shop, by: .server)
                before.clock.advance(.seconds(1))
            }
            let keys = before.projects.signingKeyRecords(of: shop)
            #expect(Set(before.projects.publicKeys(of: shop).map(\.id)) == Set(keys.map(\.id)))
            #expect(signer(before) == old)
            #expect(before.projects.state(of: keys[0]) == .announced)
            await before.store.close()

            let database = try SQLiteDatabase.open(.file(directory: directory))
            let first = try await Server(on: database, clock: before.clock, random: before.random)
            let nodes = [first, try await Server(on: database, clock: before.clock)]
            for node in nodes { #expect(signer(node) == old) }
            first.clock.set(start + .seconds(-1))
            for node in nodes { #expect(signer(node) == old) }
            for (index, key) in keys.reversed().dropFirst().enumerated() {
                first.clock.set(start + .seconds(Int64(index)))
                for node in nodes { #expect(signer(node) == key.id) }
            }
            #expect(first.projects.state(of: keys[0]) == .active)
            #expect(first.projects.state(of: try #require(keys.last)) == .verifying)
            // The last token of the old key was made when the next one started.
            first.clock.set(start + .seconds(86_399))
            for node in nodes { #expect(node.projects.publicKeys(of: shop).contains { $0.id == old }) }
            first.clock.advance(.days(20))
            #expect(first.projects.publicKeys(of: shop).map(\.id) == [keys[0].id])
            #expect(first.projects.state(of: try #require(keys.last)) == .expired)
        }
    }

    @Test("a rotation at once in an emergency supersedes a key that is announced")
    func announcedThenAtOnce() async throws {
        let server = try await Server()
        try await server.projects.rotateSigningKey(of: shop, by: .server)
        let announced = server.projects.signingKeyRecords(of: shop)[0]
        try await server.projects.rotateSigningKey(of: shop, atOnce: true, by: .server)
        let current = server.projects.signingKeyRecords(of: shop)[0]
        for _ in 0..<3 {
            #expect(server.projects.signer(for: shop)?.keyID == current.id)
            #expect(server.projects.state(of: announced) != .active)
            server.clock.advance(PublishedKey.announcement)
        }
    }

    @Test("a changed algorithm of a project in use is announced with its key (security 39)")
    func announcedAlgorithm() async throws {
        let server = try await Server()
        server.clock.advance(.days(1))
        try await server.projects.change(server.project, by: .server) {
            $0.policy.tokens.signingAlgorithm = .edDSA
        }
        let algorithms = server.projects.publicKeys(of: shop).map(\.algorithm)
        #expect(algorithms == [.edDSA, .es256])
        let signing = {
            server.projects.signingKeyRecords(of: shop).first { server.projects.state(of: $0) == .active }?
                .algorithm
        }
        #expect(signing() == "ES256")
        server.clock.advance(PublishedKey.announcement)
        #expect(signing() == "EdDSA")
    }
}
