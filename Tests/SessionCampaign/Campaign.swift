import CardeaTesting
import Foundation
import Locks

/// Many schedules, each by a seed of its own.
struct Campaign {
    let executor = SimulatedExecutor()

    /// What one schedule came to.
    struct Outcome {
        let calls: Int
        let answers: Int
        let violations: [String]
        let lines: [String]
    }

    /// Runs one schedule, always the same for the same seed.
    func run(seed: UInt64, isTracing: Bool = false) -> Outcome {
        var random = SeededGenerator(seed: seed)
        let steps = Int.random(in: 5...60, using: &random)
        let world = random.next()
        let stage = Stage()
        Task.detached {
            let world = World(seed: world, isTracing: isTracing)
            stage.enter(world.clock, world.ledger)
            await world.run(steps: steps)
            stage.leave()
        }
        executor.run(&random) { stage.clock?.advanceToNextWakeUp() ?? false }
        guard let ledger = stage.ledger else { preconditionFailure("the schedule did not begin") }
        if !stage.isOver { ledger.violation("everybody waits for ever: \(ledger.open)") }
        return Outcome(
            calls: ledger.calls,
            answers: ledger.answers,
            violations: ledger.violations,
            lines: ledger.lines
        )
    }
}

/// What the loop outside has to know of the world.
private final class Stage: Sendable {
    private struct State {
        var clock: ManualClock?
        var ledger: Ledger?
        var isOver = false
    }

    private let state = Mutex(State())

    var clock: ManualClock? { state.withLock(\.clock) }
    var ledger: Ledger? { state.withLock(\.ledger) }
    var isOver: Bool { state.withLock(\.isOver) }

    func enter(_ clock: ManualClock, _ ledger: Ledger) {
        state.withLock { state in
            state.clock = clock
            state.ledger = ledger
        }
    }

    func leave() { state.withLock { $0.isOver = true } }
}
