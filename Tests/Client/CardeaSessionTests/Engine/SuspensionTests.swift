import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

struct SuspensionTests {
    /// A system that suspends the process when the test wants.
    private final class System: BackgroundTime {
        private let state = Mutex((begun: 0, ended: 0, expiries: [@Sendable () -> Void]()))

        var begun: Int { state.withLock(\.begun) }
        var ended: Int { state.withLock(\.ended) }

        func begin(onExpiry: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
            state.withLock { state in
                state.begun += 1
                state.expiries.append(onExpiry)
            }
            return { [self] in state.withLock { $0.ended += 1 } }
        }

        func suspend() {
            for expire in state.withLock(\.expiries) { expire() }
        }
    }

    @Test("a process that will be suspended releases the lock, and another one continues (rule 5)")
    func lockIsFree() async throws {
        let system = System()
        let gate = TestLatch()
        let disk = InMemoryStore()
        let backend = Backend()
        let fixture = Fixture(
            { $0.backgroundTime = system },
            backend: backend,
            store: disk,
            refresh: { (call, _) throws(RefreshFailure) in
                let response = try backend.exchange(call.credential, call.attempt)
                await gate.pass()
                return response
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        let other = fixture.anotherProcess(on: disk)
        try await other.engine.restore()

        #expect(system.begun == 1)
        #expect(system.ended == 0)
        system.suspend()
        #expect(await failure { try await call.value }?.code == .refreshTimedOut)
        #expect(await eventually { system.ended == 1 })
        #expect(fixture.engine.state.profile?.userID == "ada")

        #expect(try await other.engine.data(for: Fixture.request()).status == 200)
        gate.open()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(backend.reuses == 0)
        #expect(fixture.engine.accessToken == other.engine.accessToken)
        #expect(await eventually { system.begun == system.ended })
    }

    @Test("a process that will be suspended during a call for a new credential releases the lock (rule 5)")
    func replacement() async throws {
        let (system, gate, disk, backend) = (System(), TestLatch(), InMemoryStore(), Backend())
        let fixture = Fixture({ $0.backgroundTime = system }, backend: backend, store: disk)
        try await fixture.signIn()
        let engine = fixture.engine
        let change = Task {
            try await engine.updateCredential(cause: .passwordChanged) { present in
                await gate.pass()
                return present
            }
        }
        await gate.arrivals(reach: 1)
        #expect(system.begun == 1 && system.ended == 0)
        let other = fixture.anotherProcess(on: disk)
        try await other.engine.restore()
        system.suspend()
        try await other.engine.refresh()
        gate.open()
        try await change.value
        #expect(await eventually { system.begun == system.ended })
        try await engine.refresh()
        #expect(engine.state.profile?.userID == "ada" && backend.reuses == 0)
    }
}
