import CardeaLocks

/// The life of a process, which can end at any of the steps it takes into the world outside.
///
/// After its end nothing it does has any effect: every step fails, and whatever it waits for is given up.
final class Life: Sendable {
    struct Ended: Error {}

    private struct State {
        var isOver = false
        var stepsLeft: Int?
        var lastID = 0
        var waits: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    var isOver: Bool { state.withLock(\.isOver) }

    func end() {
        let waits = state.withLock { state in
            state.isOver = true
            defer { state.waits = [:] }
            return state.waits.sorted { $0.key < $1.key }.map(\.value)
        }
        for cancel in waits { cancel() }
    }

    /// Lets it end at a step that it has yet to take.
    func end(afterSteps count: Int) {
        state.withLock { $0.stepsLeft = count }
    }

    /// Lets it live on, unless it has ended.
    func spare() {
        state.withLock { $0.stepsLeft = nil }
    }

    /// Takes a step, which may be the last.
    func step() throws(Ended) {
        let isLast = state.withLock { state in
            guard !state.isOver, let left = state.stepsLeft else { return false }
            state.stepsLeft = left - 1
            return left <= 0
        }
        if isLast { end() }
        if isOver { throw Ended() }
    }

    /// Does something that takes time, unless the process ends before, after or meanwhile.
    func wait<Value: Sendable>(
        for work: @escaping @Sendable () async -> Value
    ) async throws(Ended) -> Value {
        try step()
        let task = Task.detached { await work() }
        let id = state.withLock { state in
            state.lastID += 1
            state.waits[state.lastID] = { task.cancel() }
            return state.lastID
        }
        let value = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { _ = $0.waits.removeValue(forKey: id) }
        try step()
        return value
    }
}
