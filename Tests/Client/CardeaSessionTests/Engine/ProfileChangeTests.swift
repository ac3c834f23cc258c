import CardeaSession
import CardeaTesting
import Testing

struct ProfileChangeTests {
    @Test(
        "a profile that changes during a refresh stays changed",
        arguments: [true, false]
    )
    func profileChange(beforeResponse: Bool) async throws {
        let gate = TestLatch()
        let backend = Backend()
        let store = LatchedStore(at: .afterSave, isGated: false)
        let fixture = Fixture(
            backend: backend,
            store: store,
            refresh: { (call, _) throws(RefreshFailure) in
                await gate.pass()
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        let refresh = Task { try await fixture.engine.refresh() }
        await gate.arrivals(reach: 1)
        let changed = UserProfile(userID: "ada", displayName: "Ada")
        if beforeResponse { try await fixture.engine.update(changed) }
        store.isGated = !beforeResponse
        gate.open()
        if !beforeResponse {
            await store.gate.arrivals(reach: 1)
            store.isGated = false
            try await fixture.engine.update(changed)
            store.gate.open()
        }
        _ = try await refresh.value
        #expect(fixture.engine.state == .signedIn(changed))
        #expect(try await fixture.store.load()?.credential == fixture.engine.credential)
        #expect(fixture.engine.accessToken == SessionSecret("access-2"))
    }

    @Test("a profile that could not be stored is kept during a refresh, and is written later")
    func profileThatWaits() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        let changed = UserProfile(userID: "ada", displayName: "Ada")
        fixture.store.fail(.save, .failed)
        try await fixture.engine.update(changed)
        #expect(!fixture.engine.isPersisted)
        fixture.store.heal()
        try await fixture.engine.refresh()
        #expect(fixture.engine.accessToken == SessionSecret("access-2"))
        #expect(fixture.engine.state == .signedIn(changed))
        // The first wait, for the token that is gone by now, that of its successor, and the alarm.
        #expect(await eventually { fixture.clock.sleepers == 3 })
        fixture.clock.advance(by: .seconds(1))
        #expect(await eventually { fixture.engine.isPersisted })
        #expect(try await fixture.store.load()?.credential == fixture.engine.credential)
    }
}
