/// The requests, and refreshes, that wait, each of which may leave alone, in the order in which they came.
struct Waiters: Sendable {
    typealias Outcome = Result<SessionMachine.IssuedCredential, SessionError>
    /// Lets a suspended task continue.
    typealias Wake = @Sendable (Outcome) -> Void

    /// The event that a request waits for.
    enum Purpose: Sendable {
        /// The refresh of the credential.
        case refresh
        /// The user, who is asked to authenticate again.
        case stepUp
        /// A new credential, which may be there before an old one's rejection is believed.
        case replacement
    }

    private enum Stage {
        /// Counted in, but its task is not suspended yet.
        case expected
        case suspended(Wake)
        /// Woken before its task was suspended.
        case settled(Outcome)
    }

    private struct Waiter {
        let id: UInt64
        let purpose: Purpose
        var stage: Stage
    }

    /// Whether there is no trace of any request.
    var isEmpty: Bool { waiters.isEmpty }

    private var waiters: [Waiter] = []
    private var lastID: UInt64 = 0

    /// The number of requests that wait.
    func count(for purpose: Purpose) -> Int {
        waiters.count { waiter in
            if case .settled = waiter.stage { false } else { waiter.purpose == purpose }
        }
    }

    /// Counts a request in, in the same critical section that decided that it waits.
    mutating func expect(_ purpose: Purpose) -> UInt64 {
        lastID += 1
        waiters.append(Waiter(id: lastID, purpose: purpose, stage: .expected))
        return lastID
    }

    /// Notes the suspended task of a request, or returns the outcome that came first.
    mutating func suspend(_ id: UInt64, _ wake: @escaping Wake) -> Outcome? {
        guard let index = index(of: id) else { return .failure(SessionError(.cancelled)) }
        if case .settled(let outcome) = waiters[index].stage {
            waiters.remove(at: index)
            return outcome
        }
        waiters[index].stage = .suspended(wake)
        return nil
    }

    /// Takes one request out: its task was cancelled, or its deadline has passed.
    mutating func leave(_ id: UInt64, _ error: SessionError) -> Wake? {
        guard let index = index(of: id) else { return nil }
        switch waiters[index].stage {
        case .suspended(let wake):
            waiters.remove(at: index)
            return wake
        case .expected:
            waiters[index].stage = .settled(.failure(error))
            return nil
        case .settled:
            return nil
        }
    }

    /// Takes out all requests that wait for something, to be woken with the same outcome.
    mutating func settle(_ purpose: Purpose, _ outcome: Outcome) -> [Wake] {
        var suspended: [Wake] = []
        waiters = waiters.compactMap { waiter in
            guard waiter.purpose == purpose else { return waiter }
            switch waiter.stage {
            case .suspended(let wake):
                suspended.append(wake)
                return nil
            case .expected: return Waiter(id: waiter.id, purpose: purpose, stage: .settled(outcome))
            case .settled: return waiter
            }
        }
        return suspended
    }

    /// Most are looked for just after they came.
    private func index(of id: UInt64) -> Int? {
        waiters.lastIndex { $0.id == id }
    }
}
