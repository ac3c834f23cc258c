import CardeaTesting
import Foundation
import Testing

/// The waits of CardeaTesting, in tests of apps that fail.
@Suite struct WaitingTests {
    static let waits: [@Sendable () async -> Void] = [
        { await ManualClock().untilSomeoneSleeps(for: .seconds(1)) },
        { _ = await ManualClock().advance { false } },
        { await TestLatch().arrivals(reach: 1) },
        { await RecordingMonitor().traces(reach: 1) },
        { await ScriptedTransport(responses: []).requests(reach: 1) },
        { await FaultInjectingStore().operations(reach: 1) },
        { await RotatingFakeServer().waitForRequests(at: .token) },
    ]

    @Test(
        "a wait ends when its task is cancelled, before it or in it",
        .timeLimit(.minutes(10)),
        arguments: waits.indices
    )
    func cancelled(index: Int) async {
        for isEarly in [true, false] {
            let begun = TestLatch()
            let wait = Task {
                if !isEarly { begun.open() }
                await Self.waits[index]()
            }
            if !isEarly { await begun.pass() }
            wait.cancel()
            await wait.value
        }
    }
}
