import CardeaSession
import CardeaTesting
import Foundation
import Testing

struct MonitorTests {
    private struct Report {
        let outcome: RefreshOutcome
        let duration: Duration
        let held: Int
    }

    private func reports(_ monitor: RecordingMonitor) -> [Report] {
        monitor.traces.compactMap { trace in
            guard case .refreshEnded(let outcome, let duration, let held) = trace else { return nil }
            return Report(outcome: outcome, duration: duration, held: held)
        }
    }

    @Test("a refresh is reported with its sendings, its duration and the requests it held")
    func refresh() async throws {
        let monitor = RecordingMonitor()
        let backend = Backend()
        let fixture = Fixture(
            { $0.refreshRetries = RetrySchedule(limit: 1, delay: .seconds(2)) },
            backend: backend,
            monitor: monitor.record,
            refresh: { (call, index) throws(RefreshFailure) in
                if index == 0 { throw .uncertain() }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let calls = (0..<3).map { index in
            Task { try await fixture.engine.data(for: Fixture.request("/\(index)")) }
        }
        await fixture.clock.untilSomeoneSleeps(for: .seconds(2))
        // Each call either waits by now or gets the token when it comes; the first is sure to wait.
        fixture.clock.advance(by: .seconds(2))
        for call in calls { #expect(try await call.value.status == 200) }
        let sent = monitor.traces.filter { if case .refreshSent = $0 { true } else { false } }
        #expect(sent == [.refreshSent(retry: 0), .refreshSent(retry: 1)])
        let report = try #require(reports(monitor).first)
        #expect(
            report.outcome == .refreshed && report.duration == .seconds(2) && (1...3).contains(report.held)
        )
        #expect(await eventually { monitor.traces.contains(.event(.tokenChanged(.refreshed))) })
    }

    static let outcomes: [(RefreshFailure, RefreshOutcome)] = [
        (.rejected(.disabled), .ended(.disabled)),
        (.transient(), .failed(.refreshFailed)),
        (.transport(.offline), .failed(.transport)),
    ]

    @Test("every outcome is reported", arguments: outcomes)
    func failures(failure: RefreshFailure, expected: RefreshOutcome) async throws {
        let monitor = RecordingMonitor()
        let fixture = Fixture(
            monitor: monitor.record,
            refresh: { (_, _) throws(RefreshFailure) in throw failure }
        )
        try await fixture.signIn()
        _ = await CardeaSessionTests.failure { try await fixture.engine.refresh() }
        #expect(reports(monitor).map(\.outcome) == [expected])
    }

    @Test("a replay and a failure of the store are reported; a lost race is not")
    func others() async throws {
        let monitor = RecordingMonitor()
        let fixture = Fixture(monitor: monitor.record)
        try await fixture.signIn()
        fixture.backend.expireAccessTokens()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(monitor.traces.count { $0 == .replayed } == 1)
        fixture.store.fail(.save, .conflict, times: 1)
        try await fixture.engine.refresh()
        #expect(!monitor.traces.contains(.storeFailed(.save, .conflict)))
        fixture.store.fail(.load, .locked, times: 1)
        _ = await failure { try await fixture.engine.refresh() }
        #expect(monitor.traces.contains(.storeFailed(.load, .locked)))
    }

    static let lines: [(SessionTrace, String, Bool)] = [
        (.event(.signedIn(UserProfile(email: "ada@example.com"))), "session: signed in", false),
        (
            .event(.restored(.signedIn(UserProfile(email: "ada@example.com")))),
            "session: restored: signed in",
            false
        ),
        (.event(.signedOut(.disabled)), "session: signed out: disabled", true),
        (.event(.signedOut(.requested)), "session: signed out: requested", false),
        (.event(.refreshFailed(.transport)), "session: refresh failed: transport", true),
        (.refreshSent(retry: 2), "refresh: sent again (2)", false),
        (.storeFailed(.exclusiveAccess, .denied), "store: exclusiveAccess failed: denied", true),
    ]

    @Test("a line for a log describes the event, and names no user", arguments: lines)
    func line(trace: SessionTrace, text: String, isWarning: Bool) {
        #expect("\(trace)" == text)
        #expect(trace.isWarning == isWarning)
    }
}
