import Locks

/// What was called so far, and a way to wait until it was called often enough.
final class CallLog<Call: Sendable>: Sendable {
    private struct State {
        var calls: [Call] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var calls: [Call] { state.withLock(\.calls) }

    /// Notes a call, and returns how many came before it.
    func append(_ call: Call) -> Int {
        let (index, satisfied) = state.withLock { state in
            state.calls.append(call)
            let count = state.calls.count
            let satisfied = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return (count - 1, satisfied)
        }
        for watcher in satisfied { watcher.continuation.resume() }
        return index
    }

    func reaches(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.calls.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }
}
