import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPTransport
import Testing

/// Cancelled tasks, such as those of a closed view: they do not wait, and no token that a server has issued is lost.
struct CancelledCallerTests {
    /// Runs in a task that is cancelled already.
    private func cancelled<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await work()
        }
        task.cancel()
        return await task.value
    }

    @Test(
        "the tokens of a password change are stored although the task that asked for them was cancelled (rule 3)"
    )
    func replacement() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        let (engine, new) = (fixture.engine, fixture.backend.signIn())
        let error = await cancelled {
            await failure { try await engine.updateCredential(new, cause: .passwordChanged) }
        }
        #expect(error == nil)
        #expect(engine.accessToken == new.accessToken)
        #expect(try await fixture.store.load()?.credential.accessToken == new.accessToken)
    }

    @Test("after a cancellation, a sign-in that has begun completes, and another one changes nothing")
    func signIn() async throws {
        let store = LatchedStore(at: .beforeSave, isGated: false)
        let fixture = Fixture(store: store)
        try await fixture.signIn("ada")
        store.isGated = true
        let engine = fixture.engine
        let grace = Task { try await engine.signIn(with: Backend().signIn(userID: "grace")) }
        await store.gate.arrivals(reach: 1)
        let never = await cancelled {
            await failure { try await engine.signIn(with: Backend().signIn(userID: "eve")) }
        }
        #expect(never?.code == .cancelled)
        grace.cancel()
        store.gate.open()
        try await grace.value
        #expect(engine.state.profile?.userID == "grace")
        #expect(try await store.load()?.credential.profile?.userID == "grace")
    }

    @Test("a sign-out reaches the store and the server (S4)")
    func signOut() async throws {
        let desk = PendingDeletionTests.Desk()
        let fixture = Fixture(revoker: desk.revoker)
        try await fixture.signIn()
        let engine = fixture.engine
        #expect(await cancelled { await engine.signOut() }.isComplete)
        #expect(try await fixture.store.load() == nil)
        #expect(desk.revoked == [SessionSecret("access-1")])
    }

    @Test("a call that waits for the stored credential leaves at once")
    func restoration() async throws {
        let store = LatchedStore(at: .beforeLoad)
        let fixture = Fixture(store: store)
        let engine = fixture.engine
        let call = Task { await failure { try await engine.data(for: Fixture.request()) } }
        await store.gate.arrivals(reach: 1)
        call.cancel()
        #expect(await call.value?.code == .cancelled)
        store.gate.open()
    }

    @Test(
        "a response with a new token does not wait for a store that is locked for ever",
        arguments: [true, false]
    )
    func issuedToken(isCancelled: Bool) async throws {
        let store = InMemoryStore()
        let fixture = Fixture(
            store: store,
            classifier: IssuedTokenTests.classifier,
            response: { (_, _) throws(TransportError) in IssuedTokenTests.response("issued") }
        )
        try await fixture.signIn()
        let engine = fixture.engine
        let access = try await store.exclusiveAccess()
        let call = Task { try await engine.data(for: Fixture.request()).status }
        await fixture.clock.untilSomeoneSleeps(for: engine.configuration.refreshDeadline)
        if isCancelled {
            call.cancel()
        } else {
            fixture.clock.advance(by: engine.configuration.refreshDeadline)
        }
        #expect(try await call.value == 200)
        access.end()
        #expect(await eventually { engine.accessToken == SessionSecret("issued") })
    }
}
