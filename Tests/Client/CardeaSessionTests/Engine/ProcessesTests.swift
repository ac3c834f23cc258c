import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct ProcessesTests {
    @Test("two processes on one store, one expired credential: one refresh (rule 5)", arguments: [2, 5])
    func oneRefresh(processes: Int) async throws {
        let disk = InMemoryStore()
        let first = Fixture(store: disk)
        try await first.signIn()
        let others = (1..<processes).map { _ in first.anotherProcess(on: disk) }
        for other in others { try await other.engine.restore() }
        first.clock.advance(by: .seconds(4000))
        let all = [first] + others
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for fixture in all {
                for _ in 0..<20 {
                    group.addTask { (try? await fixture.engine.data(for: Fixture.request()).status) == 200 }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(succeeded == processes * 20)
        #expect(all.map(\.refresher.calls.count).reduce(0, +) == 1)
        #expect(all.allSatisfy { $0.engine.accessToken == SessionSecret("access-2") })
        #expect(first.backend.reuses == 0)
    }

    @Test("a token that another process refreshed is read from the store, without a request")
    func usesNewer() async throws {
        let disk = InMemoryStore()
        let first = Fixture(store: disk)
        try await first.signIn()
        let second = first.anotherProcess(on: disk)
        try await second.engine.restore()
        try await first.engine.refresh()
        #expect(try await second.engine.data(for: Fixture.request()).status == 200)
        #expect(second.sentTokens == ["Bearer access-1", "Bearer access-2"])
        #expect(second.refresher.calls.isEmpty)
        #expect(await eventually { await second.events.count(.tokenChanged(.refreshed)) == 1 })
    }

    @Test("another process signed out: this one follows at its next refresh, and writes nothing back")
    func signedOutElsewhere() async throws {
        let disk = InMemoryStore()
        let first = Fixture(store: disk)
        try await first.signIn()
        let second = first.anotherProcess(on: disk)
        try await second.engine.restore()
        await first.engine.signOut()
        second.clock.advance(by: .seconds(4000))
        #expect(await failure { try await second.engine.data(for: Fixture.request()) }?.code == .signedOut)
        #expect(second.engine.state == .signedOut(.signedOutByOtherProcess))
        #expect(second.refresher.calls.isEmpty)
        #expect(try await disk.load() == nil)
    }

    @Test("another process signed another user in: held requests fail, and this process changes over")
    func switched() async throws {
        let disk = InMemoryStore()
        let first = Fixture(store: disk)
        try await first.signIn("ada")
        let second = first.anotherProcess(on: disk)
        try await second.engine.restore()
        try await first.signIn("grace")
        second.clock.advance(by: .seconds(4000))
        #expect(await failure { try await second.engine.data(for: Fixture.request()) }?.code == .signedOut)
        #expect(second.engine.state.profile?.userID == "grace")
        #expect(second.transport.requests.isEmpty)
        await second.engine.signOut()
        #expect(try await disk.load() == nil)
    }

    @Test("a loser's rejection is looked into before anyone is signed out")
    func rejectedLoser() async throws {
        let disk = InMemoryStore()
        let backend = Backend()
        let winner = Fixture(backend: backend, store: disk)
        try await winner.signIn()
        let record = try #require(try await disk.load())
        let loser = Fixture(
            clock: winner.clock,
            backend: backend,
            store: disk,
            refresh: { (_, _) throws(RefreshFailure) in
                // Meanwhile a process that knows nothing of the lock rotates the token.
                let new = CredentialRecord(
                    version: .init(session: record.version.session, revision: 99),
                    generation: 2,
                    credential: backend.signIn()
                )
                try? await disk.save(new, replacing: nil)
                throw .rejected()
            }
        )
        try await loser.engine.restore()
        backend.expireAccessTokens()
        #expect(try await loser.engine.data(for: Fixture.request()).status == 200)
        #expect(loser.engine.accessToken == SessionSecret("access-2"))
        #expect(try await disk.load() != nil)
    }

    @Test("a sign-out never waits for another process's refresh, and that refresh revives nothing")
    func signOutDuringForeignRefresh() async throws {
        let disk = InMemoryStore()
        let gate = TestLatch()
        let backend = Backend()
        let first = Fixture(
            backend: backend,
            store: disk,
            refresh: { (call, _) throws(RefreshFailure) in
                await gate.pass()
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await first.signIn()
        let second = first.anotherProcess(on: disk)
        try await second.engine.restore()
        let refresh = Task { try await first.engine.refresh() }
        await gate.arrivals(reach: 1)
        #expect(await second.engine.signOut().isComplete)
        gate.open()
        #expect(await failure { try await refresh.value }?.code == .signedOut)
        #expect(first.engine.state == .signedOut(.signedOutByOtherProcess))
        #expect(try await disk.load() == nil)
    }
}
