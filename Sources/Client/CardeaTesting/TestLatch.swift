import CardeaLocks

/// Holds tasks up until a test lets them through.
public final class TestLatch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let arrivals = CallLog<Void>()

    /// Creates a closed latch.
    public init() {}

    /// Waits until the gate is open, whether or not the task is cancelled.
    public func pass() async {
        _ = arrivals.append(())
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Lets everyone through, now and later.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until so many tasks have come to the gate, or the task is cancelled.
    public func arrivals(reach count: Int) async {
        await arrivals.reaches(count)
    }
}
