@testable import CardeaSession
import CardeaTesting
import CardeaLocks
import Testing

/// Findings of the fault campaign, each reduced to its shortest schedule.
struct CampaignFindingsTests {
    @Test("a repeated request does not use the credential of a new user (R11)")
    func noOtherUsersToken() async throws {
        let fixture = Fixture(
            { $0.requestRetries = RequestRetries(policy: RetrySchedule(limit: 1)) },
            response: { (_, _) throws(TransportError) in throw .offline }
        )
        try await fixture.signIn("ada")
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        try await fixture.signIn("grace")
        fixture.clock.advance(by: .seconds(1))
        #expect(await failure { try await call.value }?.code == .signedOut)
        #expect(fixture.sentTokens == ["Bearer access-1"])
    }

    @Test("a refresh that finds a pending sign-in in the store reports it once")
    func signInFoundByRefresh() async throws {
        let gate = TestLatch()
        let store = LatchedStore(gate, at: .afterSave, isGated: false)
        let fixture = Fixture(store: store)
        try await fixture.signIn("ada")
        store.isGated = true
        let grace = fixture.backend.signIn(userID: "grace")
        let signIn = Task { try await fixture.engine.signIn(with: grace) }
        await gate.arrivals(reach: 1)
        _ = try? await fixture.engine.refresh()
        gate.open()
        try await signIn.value
        #expect(await eventually { fixture.engine.state.profile?.userID == "grace" })
        #expect(await fixture.events.count(.signedIn(UserProfile(userID: "grace"))) == 1)
        #expect(
            await fixture.events.all.count { event in
                if case .signedOut = event { true } else { false }
            } == 1
        )
    }

    @Test("a token that could not be stored is not refreshed before it is stored")
    func oneStepAheadOfTheStore() async throws {
        let disk = InMemoryStore()
        let fixture = Fixture(store: disk)
        try await fixture.signIn()
        // The journal is written; the response is not, nor anything after it.
        fixture.store.fail(.save, .failed, after: 1)
        try await fixture.engine.refresh()
        #expect(await failure { try await fixture.engine.refresh() }?.code == .storeFailed)
        let next = fixture.anotherProcess(on: disk)
        try await next.engine.restore()
        try await next.engine.refresh()
        #expect(fixture.backend.reuses == 0)
    }

    @Test("a session is stored while its refresh begins: an attempt that the store rejects is not sent (K13)")
    func storedWhileRefreshBegins() async throws {
        let store = LatchedStore(at: .beforeSave, isGated: false)
        let fixture = Fixture(store: store)
        fixture.store.fail(.save, .failed, times: 1)
        try await fixture.signIn()
        // The session reaches the store late: its write stops in the store.
        store.isGated = true
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        fixture.clock.advance(by: .seconds(1))
        await store.gate.arrivals(reach: 1)
        // Meanwhile a refresh finds nothing stored.
        let loads = fixture.store.operations.count { $0 == .load }
        let refresh = Task { await failure { try await fixture.engine.refresh() } }
        #expect(await eventually { fixture.store.operations.count { $0 == .load } > loads })
        fixture.store.fail(.save, .failed)
        store.gate.open()

        #expect(await refresh.value?.code == .storeFailed)
        #expect(fixture.refresher.calls.isEmpty)
        let next = fixture.anotherProcess(on: store)
        try await next.engine.restore()
        try await next.engine.refresh()
        #expect(fixture.backend.reuses == 0)
    }

    @Test("a session is stored after an attempt that was not: its record includes the attempt (K13)")
    func storedAfterAttempt() async throws {
        let disk = FaultInjectingStore()
        let store = LatchedStore(at: .beforeSave, isGated: false, over: disk)
        let fixture = Fixture(
            store: store,
            refresh: { (_, _) throws(RefreshFailure) in throw .transient() }
        )
        // The sign-in's write fails, and that of the attempt.
        disk.fail(.save, .failed, times: 2)
        try await fixture.signIn()
        store.isGated = true
        let refresh = Task { await failure { try await fixture.engine.refresh() } }
        await store.gate.arrivals(reach: 1)
        // The next write of the session waits for that of the attempt.
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        fixture.clock.advance(by: .seconds(1))
        for _ in 0..<200 { await Task.yield() }
        store.gate.open()
        _ = await refresh.value

        #expect(await eventually { await fixture.events.count(.persisted) == 1 })
        let sent = try #require(fixture.refresher.calls.first?.attempt.idempotencyKey)
        #expect(try await disk.load()?.attempt?.idempotencyKey == sent)
    }

    @Test("an older sign-in does not overwrite the record of a newer one")
    func overtakenBeforeItsTurn() async throws {
        let gate = TestLatch()
        let store = LatchedStore(gate, at: .afterSave, isGated: false)
        store.isGated = true
        let fixture = Fixture(store: store)
        let (first, second, third) = (
            fixture.backend.signIn(userID: "1"), fixture.backend.signIn(userID: "2"),
            fixture.backend.signIn(userID: "3")
        )
        let before = Task { try await fixture.engine.signIn(with: first) }
        await gate.arrivals(reach: 1)
        let begun = fixture.engine.core.withLock(\.machine.changes)
        let overtaken = Task { try await fixture.engine.signIn(with: second) }
        let last = Task { try await fixture.engine.signIn(with: third) }
        #expect(await eventually { fixture.engine.core.withLock(\.machine.changes) == begun + 2 })
        gate.open()
        let outcomes = [await before.result, await overtaken.result, await last.result]
        let stored = try await store.load()?.credential.profile?.userID
        #expect(stored == fixture.engine.state.profile?.userID)
        #expect(outcomes.count { (try? $0.get()) != nil } == 1)
    }

    @Test("a sign-in that is stored late does not replace a later one")
    func lateWrite() async throws {
        let gate = TestLatch()
        let store = LatchedStore(gate, at: .afterSave, isGated: false)
        let fixture = Fixture(store: store)
        fixture.store.fail(.save, .failed, times: 1)
        try await fixture.signIn("ada")
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        store.isGated = true
        fixture.clock.advance(by: .seconds(1))
        await gate.arrivals(reach: 1)
        let grace = fixture.backend.signIn(userID: "grace")
        let signIn = Task { try await fixture.engine.signIn(with: grace) }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        try await signIn.value
        #expect(try await store.load()?.credential.profile?.userID == "grace")
    }
}
