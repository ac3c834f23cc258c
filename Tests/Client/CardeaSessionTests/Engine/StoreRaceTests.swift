import CardeaSession
import CardeaTesting
import Testing

/// Findings of the fault campaign about stores that fail or are late while others write, in their shortest
/// schedules.
struct StoreRaceTests {
    /// The record of another process after a password change: newer tokens of the same session.
    private func change(_ disk: any CredentialStore, _ backend: Backend) async {
        guard let stored = try? await disk.load() else { return }
        let new = CredentialRecord(
            version: .init(session: stored.version.session, revision: stored.version.revision + 1),
            generation: stored.generation + 1,
            credential: backend.signIn()
        )
        try? await disk.save(new, replacing: nil)
    }

    @Test(
        "a credential that another process stores while a rejected token is deleted is kept (rule 4)"
    )
    func changedBeforeDeletion() async throws {
        let backend = Backend()
        let store = LatchedStore(at: .beforeDelete)
        let fixture = Fixture(
            backend: backend,
            store: store,
            refresh: { (_, _) throws(RefreshFailure) in throw .rejected() }
        )
        try await fixture.signIn()
        let refresh = Task { try await fixture.engine.refresh() }
        await store.gate.arrivals(reach: 1)
        await change(store, backend)
        store.gate.open()
        #expect(try await refresh.value.accessToken == SessionSecret("access-2"))
        #expect(try await store.load()?.credential.accessToken == SessionSecret("access-2"))
    }

    @Test("if the store cannot be read after a rejection, the session continues (rule 4)")
    func rejectedAndUnreadable() async throws {
        let (disk, backend) = (InMemoryStore(), Backend())
        let store = FaultInjectingStore(disk)
        let fixture = Fixture(
            backend: backend,
            store: store,
            refresh: { (call, _) throws(RefreshFailure) in
                guard call.credential.accessToken == SessionSecret("access-1") else {
                    return try backend.exchange(call.credential, call.attempt)
                }
                await self.change(disk, backend)
                store.fail(.load, .failed, times: 1)
                throw .rejected()
            }
        )
        try await fixture.signIn()
        #expect(await failure { try await fixture.engine.refresh() }?.code == .storeFailed)
        #expect(try await fixture.engine.refresh().accessToken == SessionSecret("access-2"))
    }

    @Test("a sign-out of the stored user does not delete a user who signs in after it (rule 1)")
    func signInAfterSweep() async throws {
        let gate = TestLatch()
        let store = LatchedStore(gate, at: .beforeDelete)
        let fixture = Fixture(store: store)
        let signOut = Task { await fixture.engine.signOut() }
        await gate.arrivals(reach: 1)
        let ada = fixture.backend.signIn()
        let signIn = Task { try await fixture.engine.signIn(with: ada) }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        try await signIn.value
        #expect(await signOut.value.isComplete)
        #expect(try await store.load()?.credential.profile?.userID == "ada")
    }

    @Test("a sign-in whose write seemed to fail does not replace its own successor (rule 1)")
    func storedAndDenied() async throws {
        let disk = InMemoryStore()
        let fixture = Fixture(store: disk)
        fixture.store.fail(.save, .failed, times: 1, afterwards: true)
        try await fixture.signIn()
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        let other = fixture.anotherProcess(on: disk)
        try await other.engine.restore()
        try await other.engine.refresh()
        fixture.clock.advance(by: .seconds(1))
        await fixture.store.operations(reach: 2)
        for _ in 0..<100 { await Task.yield() }
        #expect(try await disk.load()?.credential.accessToken == SessionSecret("access-2"))
        try await fixture.engine.refresh()
        #expect(fixture.backend.reuses == 0)
    }

    @Test("a sign-in that is stored late does not undo the journal of a process that refreshes it (rule 3)")
    func journaledMeanwhile() async throws {
        let disk = InMemoryStore()
        let fixture = Fixture(store: disk)
        fixture.store.fail(.save, .failed, times: 1, afterwards: true)
        try await fixture.signIn()
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        let other = fixture.anotherProcess(
            refresh: { [backend = fixture.backend] (call, _) throws(RefreshFailure) in
                _ = try backend.exchange(call.credential, call.attempt)
                throw .transient("the response was lost, and nobody asks again")
            },
            on: disk
        )
        try await other.engine.restore()
        _ = try? await other.engine.refresh()
        fixture.clock.advance(by: .seconds(1))
        #expect(await eventually { fixture.engine.isPersisted })
        try await fixture.engine.refresh()
        #expect(fixture.backend.reuses == 0)
    }

    @Test(
        "a changed credential that is refreshed before its write returns is not treated as the newer one"
    )
    func refreshedBeforeItsWriterCameBack() async throws {
        let gate = TestLatch()
        let store = LatchedStore(gate, at: .afterSave, isGated: false)
        let fixture = Fixture(store: store)
        try await fixture.signIn()
        store.isGated = true
        let new = fixture.backend.signIn()
        let change = Task { try await fixture.engine.updateCredential(new, cause: .passwordChanged) }
        await gate.arrivals(reach: 1)
        store.isGated = false
        try await fixture.engine.refresh()
        try await fixture.engine.refresh()
        gate.open()
        try await change.value
        #expect(fixture.engine.accessToken == SessionSecret("access-3"))
        try await fixture.engine.refresh()
        #expect(fixture.backend.reuses == 0)
    }
}
