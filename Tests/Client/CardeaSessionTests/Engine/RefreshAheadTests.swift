@testable import CardeaSession
import CardeaTesting
import Foundation
import CardeaLocks
import Testing

struct RefreshAheadTests {
    /// An app that is brought to the foreground and to the background by the test.
    final class Foreground: ActivityMonitor {
        let activity: AsyncStream<Bool>
        private let source: AsyncStream<Bool>.Continuation

        init() { (activity, source) = AsyncStream.makeStream() }

        func set(_ isActive: Bool) { source.yield(isActive) }
    }

    private func fixture(
        _ adjust: (inout SessionConfiguration) -> Void = { _ in },
        refresh: ScriptedRefresher.Script? = nil
    ) -> Fixture {
        let configure: (inout SessionConfiguration) -> Void = { configuration in
            configuration.refreshAhead = RefreshAhead(activity: AlwaysActive())
            adjust(&configuration)
        }
        return Fixture(configure, refresh: refresh)
    }

    @Test("a timer refreshes the tokens at each expiry margin without a request (K7)")
    func timer() async throws {
        let fixture = fixture()
        try await fixture.signIn()
        for count in 1...3 {
            fixture.clock.advance(by: .seconds(3299))
            #expect(fixture.refresher.calls.count == count - 1)
            fixture.clock.advance(by: .seconds(1))
            #expect(await eventually { await fixture.events.count(.tokenChanged(.refreshed)) == count })
            #expect(fixture.engine.accessToken == SessionSecret("access-\(count + 1)"))
        }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test("after failures the timer waits longer each time; after a success it waits as before")
    func backOff() async throws {
        let backend = Backend()
        let fixture = Fixture(
            { configuration in
                configuration.refreshAhead = RefreshAhead(activity: AlwaysActive())
                configuration.refreshRetries = RetrySchedule(delay: .seconds(10), longestDelay: .seconds(60))
                // The watch on a refresh sleeps as well, and must not be taken for the timer.
                configuration.refreshDeadline = .seconds(90)
            },
            backend: backend,
            refresh: { (call, index) throws(RefreshFailure) in
                if index < 5 { throw .transient() }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        await fixture.clock.untilSomeoneSleeps(for: .seconds(3300))
        fixture.clock.advance(by: .seconds(3300))
        for (count, pause) in [10, 20, 40, 60, 60].enumerated() {
            await fixture.clock.untilSomeoneSleeps(for: .seconds(pause))
            #expect(fixture.refresher.calls.count == count + 1)
            fixture.clock.advance(by: .seconds(pause))
        }
        await fixture.refresher.calls(reach: 6)
        #expect(await eventually { fixture.engine.accessToken == SessionSecret("access-2") })
        #expect(await fixture.events.count(.refreshFailed(.refreshFailed)) == 5)
        fixture.clock.advance(by: .seconds(3300))
        await fixture.refresher.calls(reach: 7)
    }

    @Test("no timer runs after a sign-out, nor for an engine that is gone")
    func ended() async throws {
        let fixture = fixture()
        try await fixture.signIn()
        await fixture.clock.untilSomeoneSleeps(for: .seconds(3300))
        await fixture.engine.signOut()
        #expect(await fixture.clock.advance { fixture.clock.sleepers == 0 })
        #expect(fixture.refresher.calls.isEmpty)
        let clock = ManualClock()
        do {
            let engine = SessionEngine(
                configuration: SessionConfiguration(origins: [], refreshAhead: RefreshAhead()),
                refresher: fixture.refresher,
                store: InMemoryStore(),
                clock: clock
            )
            try await engine.signIn(with: fixture.backend.signIn())
            await clock.untilSomeoneSleeps(for: .seconds(3300))
        }
        #expect(await eventually { clock.sleepers == 0 })
    }

    @Test("a token that has expired on arrival is refreshed once, not in a loop")
    func overOnArrival() async throws {
        let fixture = fixture()
        try await fixture.signIn(lifetime: .zero)
        await fixture.refresher.calls(reach: 1)
        #expect(await eventually { fixture.engine.accessToken == SessionSecret("access-2") })
        fixture.clock.advance(by: .seconds(100_000))
        #expect(await fixture.clock.advance { fixture.clock.sleepers == 0 })
        #expect(fixture.refresher.calls.count == 1)
    }

    @Test("tokens with a lifetime of a second are refreshed at the intervals of the limit")
    func shortLives() async throws {
        let fixture = fixture()
        try await fixture.signIn(lifetime: .seconds(1))
        await fixture.clock.untilSomeoneSleeps(for: .milliseconds(500))
        fixture.clock.advance(by: .milliseconds(500))
        await fixture.refresher.calls(reach: 1)
        for count in 1...8 {
            await fixture.clock.untilSomeoneSleeps(for: .seconds(6))
            #expect(fixture.refresher.calls.count == count)
            fixture.clock.advance(by: .seconds(6))
            await fixture.refresher.calls(reach: count + 1)
        }
    }

    @Test("the timer keeps the same distance from refreshes that others began")
    func spaced() async throws {
        let fixture = fixture { ($0.refreshLimit, $0.refreshLimitPeriod) = (3, .seconds(30)) }
        try await fixture.signIn(lifetime: nil)
        fixture.backend.setLifetime(.seconds(4))
        try await fixture.engine.refresh()
        await fixture.clock.untilSomeoneSleeps(for: .seconds(10))
        fixture.clock.advance(by: .seconds(10))
        await fixture.refresher.calls(reach: 2)
    }

    @Test("in the background no token is refreshed; a due token is refreshed in the foreground")
    func background() async throws {
        let foreground = Foreground()
        let fixture = fixture { $0.refreshAhead = RefreshAhead(activity: foreground) }
        foreground.set(true)
        try await fixture.signIn()
        await fixture.clock.untilSomeoneSleeps(for: .seconds(3300))
        foreground.set(false)
        #expect(await eventually { !fixture.engine.core.withLock(\.isActive) })
        fixture.clock.advance(by: .seconds(7200))
        #expect(await fixture.clock.advance { fixture.clock.sleepers == 0 })
        #expect(fixture.refresher.calls.isEmpty)
        foreground.set(true)
        await fixture.refresher.calls(reach: 1)
    }

    @Test(
        "a restored credential is refreshed at the start of the app if the configuration says so (X5)",
        arguments: [true, false]
    )
    func atStart(isWanted: Bool) async throws {
        let first = Fixture()
        try await first.signIn()
        let second = Fixture(
            { $0.refreshesAtStart = isWanted },
            clock: first.clock,
            backend: first.backend,
            store: first.store
        )
        try await second.engine.restore()
        if isWanted { await second.refresher.calls(reach: 1) }
        #expect(
            await eventually {
                second.engine.accessToken == SessionSecret(isWanted ? "access-2" : "access-1")
            }
        )
        #expect(second.refresher.calls.count == (isWanted ? 1 : 0))
    }
}
