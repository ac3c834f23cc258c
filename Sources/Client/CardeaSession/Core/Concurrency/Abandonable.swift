import CardeaLocks

/// Waits for work that may never end: leaves when the calling task is cancelled, while the work is cancelled
/// but may continue.
///
/// - Parameter work: Runs in a task of its own.
/// - Returns: The result, or `nil` when the caller left before it came.
func abandonable<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
    let handover = Handover<Value>()
    let task = Task.detached {
        handover.settle(await work())
    }
    return await withTaskCancellationHandler {
        await withCheckedContinuation { handover.wait($0) }
    } onCancel: {
        task.cancel()
        handover.settle(nil)
    }
}

/// One value that passes from a task to another, unless that one has left.
private final class Handover<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value?, Never>)
        case settled(Value?)
        case over
    }

    private let state = Mutex(State.open)

    func wait(_ continuation: CheckedContinuation<Value?, Never>) {
        let settled: Value?? = state.withLock { state in
            if case .settled(let value) = state {
                state = .over
                return .some(value)
            }
            state = .waiting(continuation)
            return .none
        }
        if case .some(let value) = settled { continuation.resume(returning: value) }
    }

    /// Hands the value over, unless another came first.
    func settle(_ value: Value?) {
        let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            switch state {
            case .open:
                state = .settled(value)
                return nil
            case .waiting(let continuation):
                state = .over
                return continuation
            case .settled, .over:
                return nil
            }
        }
        waiting?.resume(returning: value)
    }
}
