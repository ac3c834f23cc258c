import CardeaSession
import CardeaTesting
import Foundation
import CardeaLocks

/// Many schedules, each by a seed of its own.
struct Campaign {
    let executor = SimulatedExecutor()

    /// The result of one schedule.
    struct Outcome {
        let calls: Int
        let responses: Int
        let counts: Counts
        let violations: [String]
        let lines: [String]

        init(_ ledger: Ledger) {
            (calls, responses, counts) = (ledger.calls, ledger.responses, ledger.counts)
            (violations, lines) = (ledger.violations, ledger.lines)
        }
    }

    /// Runs one schedule, always the same for the same seed.
    func run(seed: UInt64, isTracing: Bool = false) -> Outcome {
        var random = SeededGenerator(seed: seed)
        let steps = Int.random(in: 5...60, using: &random)
        var decisions = SeededGenerator(seed: random.next())
        let clock = ManualClock()
        let disk = InMemoryStore()
        let ledger = Ledger(isTracing: isTracing)
        let stage = World.Stage(
            server: FakeCampaignServer(clock: clock, using: &decisions),
            clock: clock,
            openDisk: { disk },
            ledger: ledger,
            name: "\(seed)",
            isSimulated: true
        )
        let end = Ending()
        Task.detached { [decisions] in
            await World(stage, using: decisions).run(steps: steps)
            end.come()
        }
        executor.run(&random) { clock.advanceToNextWakeUp() }
        if !end.isThere { ledger.violation("everybody waits for ever: \(ledger.open)") }
        return Outcome(ledger)
    }
}

/// Whether a schedule has come to its end.
private final class Ending: Sendable {
    private let state = Mutex(false)

    var isThere: Bool { state.withLock(\.self) }

    func come() { state.withLock { $0 = true } }
}
