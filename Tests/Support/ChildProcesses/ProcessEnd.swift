import CardeaLocks

/// The end of a process, for tasks that wait for it.
final class ProcessEnd: Sendable {
    private struct State {
        var exitCode: Int32?
        var waiting: [CheckedContinuation<Int32, Never>] = []
    }

    private let state = Mutex(State())

    /// `nil` while the process runs.
    var exitCode: Int32? { state.withLock { $0.exitCode } }

    func come(_ exitCode: Int32) {
        let waiting = state.withLock { state in
            state.exitCode = exitCode
            return state.waiting
        }
        for caller in waiting { caller.resume(returning: exitCode) }
    }

    func wait() async -> Int32 {
        await withCheckedContinuation { caller in
            let exitCode = state.withLock { state in
                if state.exitCode == nil { state.waiting.append(caller) }
                return state.exitCode
            }
            if let exitCode { caller.resume(returning: exitCode) }
        }
    }

    /// Does something to the process while it certainly runs.
    func unlessCome(_ action: () -> Void) {
        state.withLock { state in
            if state.exitCode == nil { action() }
        }
    }
}
