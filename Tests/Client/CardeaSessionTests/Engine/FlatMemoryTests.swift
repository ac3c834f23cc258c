@testable import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

struct FlatMemoryTests {
    @Test("memory is flat: of 10 x 1,000 requests, refreshes, cancellations and listeners nothing is left")
    func flat() async throws {
        let fixture = Fixture { $0.refreshLimit = .max }
        try await fixture.signIn()
        let engine = fixture.engine
        for _ in 0..<10 {
            fixture.clock.advance(by: .seconds(4000))
            fixture.backend.expireAccessTokens()
            let observation = engine.listen { _ in }
            await withTaskGroup { group in
                for index in 0..<1_000 {
                    group.addTask {
                        let call = Task { try await engine.data(for: Fixture.request()) }
                        if index.isMultiple(of: 10) { call.cancel() }
                        _ = try? await call.value
                    }
                }
            }
            observation.cancel()
        }
        #expect(fixture.refresher.calls.count == 10)
        // The alarm may sleep out what it was last set to.
        #expect(await eventually { fixture.clock.sleepers <= 1 })
        engine.core.withLock { core in
            #expect(core.waiters.isEmpty)
            #expect(core.machine.earlier.count <= 16)
            #expect(core.machine.refresh == nil)
            #expect(core.refreshTask == nil)
            #expect(core.restoration == nil)
        }
    }

    @Test("a released engine is deallocated with its tasks")
    func gone() async throws {
        let clock = ManualClock()
        weak var gone: SessionEngine?
        do {
            let fixture = Fixture({ $0.refreshAhead = RefreshAhead(activity: AlwaysActive()) }, clock: clock)
            try await fixture.signIn()
            fixture.clock.advance(by: .seconds(4000))
            #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
            await fixture.engine.signOut()
            gone = fixture.engine
        }
        #expect(await eventually { gone == nil })
        #expect(await eventually { clock.sleepers == 0 })
    }
}
