/// The requests that wait for a credential, each of which may leave alone.
struct Waiters: Sendable {
    typealias Outcome = Result<SessionMachine.Ticket, SessionError>

    private enum Waiter {
        /// Counted in, but its task is not suspended yet.
        case expected
        case suspended(CheckedContinuation<Outcome, Never>)
        /// Woken before its task was suspended.
        case settled(Outcome)
    }

    /// How many requests wait.
    var count: Int {
        waiters.values.count { waiter in
            if case .settled = waiter { false } else { true }
        }
    }

    /// Whether there is no trace of any request.
    var isEmpty: Bool { waiters.isEmpty }

    private var waiters: [UInt64: Waiter] = [:]
    private var lastID: UInt64 = 0

    /// Counts a request in, in the same critical section that decided that it waits.
    mutating func expect() -> UInt64 {
        lastID += 1
        waiters[lastID] = .expected
        return lastID
    }

    /// Notes the suspended task of a request, or hands back the outcome that came first.
    mutating func suspend(_ id: UInt64, _ continuation: CheckedContinuation<Outcome, Never>) -> Outcome? {
        if case .settled(let outcome) = waiters[id] {
            waiters[id] = nil
            return outcome
        }
        waiters[id] = .suspended(continuation)
        return nil
    }

    /// Takes one request out: its task was cancelled.
    mutating func leave(_ id: UInt64) -> CheckedContinuation<Outcome, Never>? {
        switch waiters[id] {
        case .suspended(let continuation):
            waiters[id] = nil
            return continuation
        case .expected:
            waiters[id] = .settled(.failure(SessionError(.cancelled)))
            return nil
        case .settled, nil:
            return nil
        }
    }

    /// Takes all requests out, to be woken with the same outcome.
    mutating func settle(_ outcome: Outcome) -> [CheckedContinuation<Outcome, Never>] {
        var suspended: [CheckedContinuation<Outcome, Never>] = []
        for (id, waiter) in waiters {
            switch waiter {
            case .suspended(let continuation):
                suspended.append(continuation)
                waiters[id] = nil
            case .expected:
                waiters[id] = .settled(outcome)
            case .settled:
                break
            }
        }
        return suspended
    }
}
