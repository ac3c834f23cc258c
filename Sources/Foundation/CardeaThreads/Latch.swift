import CardeaLocks

/// An event that happens once; tasks can wait for it.
package final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Lets every waiting task continue.
    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for task in waiting { task.resume() }
    }

    /// Returns once the latch is open.
    package func wait() async {
        await withCheckedContinuation { task in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(task) }
                return state.isOpen
            }
            if isOpen { task.resume() }
        }
    }
}
