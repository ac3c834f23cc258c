public import CardeaSession
public import Foundation

/// A clock that only a test moves; code that waits on it never waits in real time.
///
///     let clock = ManualClock()
///     let engine = SessionEngine(configuration: …, clock: clock)
///     clock.advance(by: .seconds(3600))
public final class ManualClock: SessionClock {
    private struct Sleeper {
        let end: Duration
        let length: Duration
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var date: Date
        var uptime: Duration
        var lastID = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state: Watched<State>

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - date: The time of day it starts at.
    ///   - uptime: The time of the clock that counts sleep, at first.
    public init(date: Date = Date(timeIntervalSince1970: 1_800_000_000), uptime: Duration = .seconds(1_000)) {
        state = Watched(State(date: date, uptime: uptime))
    }

    /// The time of day.
    public var now: Date { state.withLock { $0.date } }

    /// The clock that counts sleep.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// Moves both clocks on, and wakes the tasks that have slept long enough.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.date += duration / .seconds(1)
            state.uptime += duration
            let due = state.sleepers.filter { $0.value.end <= state.uptime }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }.map(\.value.continuation)
        }
        for continuation in woken { continuation.resume(returning: true) }
    }

    /// Moves both clocks on to the moment at which the first of those who sleep wakes, and wakes them.
    ///
    /// - Returns: False if no task sleeps; the clocks do not move then.
    public func advanceToNextWakeUp() -> Bool {
        let wait = state.withLock { state in
            state.sleepers.values.map { $0.end - state.uptime }.min()
        }
        guard let wait else { return false }
        advance(by: max(wait, .zero))
        return true
    }

    /// Lets time pass until something is true: from one wake-up to the next, as often as it takes.
    ///
    /// It serves where it is not known how many waits lie ahead, or in which order tasks come to them. Where a certain wait
    /// is meant, `untilSomeoneSleeps(for:)` and `advance(by:)` say so.
    ///
    /// - Parameter condition: A condition that stays true once it is; checked before each wake-up, and while no task sleeps.
    /// - Returns: Whether it was true in the end; false when the task is cancelled, or after about a minute of real time.
    /// - Throws: The errors of the condition.
    public func advance(until condition: () async throws -> Bool) async rethrows -> Bool {
        try await eventually {
            if try await condition() { return true }
            _ = advanceToNextWakeUp()
            return false
        }
    }

    /// Sets the time of day, as a user or a time server would; the clock that counts sleep does not move.
    public func setTimeOfDay(_ date: Date) {
        state.withLock { $0.date = date }
    }

    /// Waits until the clock has been moved on far enough.
    public func sleep(until deadline: Duration) async throws(CancellationError) {
        // A sleep of no length ends at once, but a loop of them must not keep the thread.
        if deadline <= uptime { await Task.yield() }
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enter(id, deadline, continuation)
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(returning: false)
        }
        if !isOver { throw CancellationError() }
    }

    /// Waits until something sleeps for exactly so long, or the task is cancelled.
    public func untilSomeoneSleeps(for duration: Duration) async {
        await state.until { $0.sleepers.values.contains { $0.length == duration } }
    }

    /// The number of tasks that sleep.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    private func enter(_ id: Int, _ end: Duration, _ continuation: CheckedContinuation<Bool, Never>) {
        let outcome = state.withLock { state -> Bool? in
            // A task that is cancelled later is found among the sleepers.
            if Task.isCancelled { return false }
            if end <= state.uptime { return true }
            let length = end - state.uptime
            state.sleepers[id] = Sleeper(end: end, length: length, continuation: continuation)
            return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
    }
}
