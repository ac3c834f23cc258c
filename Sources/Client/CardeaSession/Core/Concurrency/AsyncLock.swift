import CardeaLocks

/// Lets one task at a time through, in order of arrival.
final class AsyncLock: Sendable {
    private struct State {
        var isHeld = false
        var lastID: UInt64 = 0
        /// Those that wait, in order; one whose task is cancelled is taken out.
        var queue: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
        /// Those whose tasks are not suspended yet, and whether they are cancelled.
        var arriving: [UInt64: Bool] = [:]
    }

    private let state = Mutex(State())

    /// Runs `body` while no other task does.
    ///
    /// - Throws: `CancellationError` when the calling task is cancelled while it waits.
    func withLock<Result>(_ body: () async -> Result) async throws(CancellationError) -> Result {
        guard await acquire() else { throw CancellationError() }
        defer { release() }
        return await body()
    }

    /// Waits for the lock; `false` if the calling task was cancelled first.
    func acquire() async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            state.arriving[state.lastID] = false
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Bool? = state.withLock { state in
                    if state.arriving.removeValue(forKey: id) == true { return false }
                    if state.isHeld {
                        state.queue.append((id, continuation))
                        return nil
                    }
                    state.isHeld = true
                    return true
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UInt64) {
        let leaving = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            if state.arriving[id] != nil { state.arriving[id] = true }
            guard let index = state.queue.firstIndex(where: { $0.id == id }) else { return nil }
            return state.queue.remove(at: index).continuation
        }
        leaving?.resume(returning: false)
    }

    /// Gives the lock back.
    func release() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.queue.isEmpty else {
                state.isHeld = false
                return nil
            }
            return state.queue.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
