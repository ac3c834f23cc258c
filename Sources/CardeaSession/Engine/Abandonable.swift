import Locks

/// Waits for work that may never end: leaves when the calling task is cancelled, while the work is cancelled
/// but may go on.
///
/// - Parameters:
///   - work: Runs in a task of its own.
///   - late: Gets the result when it comes after the caller has left.
/// - Returns: The result, or `nil` when the caller left before it came.
func abandonable<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value,
    late: @escaping @Sendable (Value) async -> Void
) async -> Value? {
    let handover = Handover<Value>()
    let task = Task.detached {
        let value = await work()
        if !handover.settle(value) { await late(value) }
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

    /// - Returns: Whether the value was handed over; it is not when another came first.
    @discardableResult
    func settle(_ value: Value?) -> Bool {
        let (accepted, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Value?, Never>?) in
            switch state {
            case .open:
                state = .settled(value)
                return (true, nil)
            case .waiting(let continuation):
                state = .over
                return (true, continuation)
            case .settled, .over:
                return (false, nil)
            }
        }
        waiting?.resume(returning: value)
        return accepted
    }
}
