import Locks

/// Counts the open connections of a server, over all its loops.
final class ConnectionQuota: Sendable {
    private struct State {
        var total = 0
        var byAddress: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int
    private let limitPerAddress: Int

    init(_ limits: HTTPLimits) {
        limit = limits.connections
        limitPerAddress = limits.connectionsPerAddress
    }

    /// How many connections are open.
    var open: Int { state.withLock { $0.total } }

    /// Counts a connection in, unless there are too many of them already.
    func admit(_ address: String) -> Bool {
        state.withLock { state in
            let others = state.byAddress[address, default: 0]
            guard state.total < limit, others < limitPerAddress else { return false }
            state.total += 1
            state.byAddress[address] = others + 1
            return true
        }
    }

    /// Counts out a connection that was admitted.
    func release(_ address: String) {
        state.withLock { state in
            state.total -= 1
            let others = state.byAddress[address, default: 1] - 1
            state.byAddress[address] = others == 0 ? nil : others
        }
    }
}
