import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct PersistenceTests {
    @Test("a new credential is stored before anyone uses it (rule 3)")
    func storedBeforeUse() async throws {
        let store = InMemoryStore()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            store: store,
            response: { (request, _) throws(TransportError) in
                let stored = try? await store.load()
                let token = stored?.credential.accessToken.reveal() ?? "nothing"
                guard request.fields[.authorization] == "Bearer \(token)" else {
                    return CardeaResponse(status: 500)
                }
                return backend.response(request)
            }
        )
        try await fixture.signIn()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        fixture.clock.advance(by: .seconds(4000))
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
    }

    @Test("a rotated token that cannot be written is used, reported as pending, and written later (rule 3)")
    func pending() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        fixture.store.fail(.save, .failed, after: 1)
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.engine.accessToken == SessionSecret("access-2"))
        #expect(await eventually { await fixture.events.count(.persistencePending) == 1 })
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        fixture.clock.advance(by: .seconds(1))
        await fixture.clock.untilSomeoneSleeps(for: .seconds(2))
        fixture.store.heal()
        fixture.clock.advance(by: .seconds(2))
        #expect(await eventually { await fixture.events.count(.persisted) == 1 })
        #expect(try await fixture.store.load()?.credential.accessToken == SessionSecret("access-2"))
    }

    @Test(
        "a sign-in that cannot be stored works in memory, with refreshes, and is stored as soon as possible"
    )
    func memoryOnly() async throws {
        let fixture = Fixture()
        fixture.store.kill()
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        fixture.clock.advance(by: .seconds(4000))
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.engine.accessToken == SessionSecret("access-3"))
        fixture.store.heal()
        fixture.clock.advance(by: .seconds(4000))
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(await eventually { await fixture.events.count(.persisted) > 0 })
        #expect(try await fixture.store.load()?.credential.accessToken == SessionSecret("access-4"))
    }

    @Test("if the store is locked when a refresh is due, nothing is sent, and the session continues")
    func lockedAtRefresh() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        fixture.store.fail(.load, .locked)
        #expect(await failure { try await fixture.engine.data(for: Fixture.request()) }?.code == .storeLocked)
        #expect(fixture.refresher.calls.isEmpty)
        fixture.store.heal()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
    }

    @Test("a newer profile is stored and announced")
    func profile() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        var profile = try #require(fixture.engine.state.profile)
        profile.displayName = "Ada"
        try await fixture.engine.update(profile)
        #expect(fixture.engine.state == .signedIn(profile))
        #expect(try await fixture.store.load()?.credential.profile == profile)
        #expect(await eventually { await fixture.events.count(.profileChanged(profile)) == 1 })
        try await fixture.engine.refresh()
        #expect(fixture.engine.state.profile == profile)
        await fixture.engine.signOut()
        #expect(await failure { try await fixture.engine.update(profile) }?.code == .signedOut)
        #expect(try await fixture.store.load() == nil)
    }
}
