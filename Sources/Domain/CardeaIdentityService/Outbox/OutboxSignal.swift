import CardeaLocks

/// Wakes the delivery of a channel when a message was committed.
final class OutboxSignal: Sendable {
    private struct State {
        var isAwake = false
        var sleep: Task<Void, Never>?
    }

    private let state = Mutex(State())

    func wake() {
        let sleep = state.withLock { state in
            state.isAwake = true
            return state.sleep
        }
        sleep?.cancel()
    }

    /// Waits for a wake-up; one that came since the last wait counts.
    func wait(atMost duration: Duration) async {
        let sleep = state.withLock { state -> Task<Void, Never>? in
            guard !state.isAwake else { return nil }
            let sleep = Task { _ = try? await Task.sleep(for: duration) }
            state.sleep = sleep
            return sleep
        }
        await withTaskCancellationHandler {
            await sleep?.value
        } onCancel: {
            sleep?.cancel()
        }
        state.withLock { $0 = State() }
    }
}
