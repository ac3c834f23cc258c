import CardeaLocks

/// Counts what clients have open at one time, over all loops of a server: connections, or TLS handshakes.
final class Quota: Sendable {
    private struct State {
        var total = 0
        var byNetwork: [PeerAddress.Network: Int] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int
    private let limitPerNetwork: Int

    /// - Parameters:
    ///   - limit: The most of all clients together.
    ///   - limitPerNetwork: The most of one client.
    init(limit: Int = .max, perNetwork limitPerNetwork: Int) {
        self.limit = limit
        self.limitPerNetwork = limitPerNetwork
    }

    /// How many there are, of all clients together.
    var count: Int { state.withLock { $0.total } }

    /// Counts one in, unless there are too many of them already.
    func admit(_ network: PeerAddress.Network) -> Bool {
        state.withLock { state in
            let others = state.byNetwork[network, default: 0]
            guard state.total < limit, others < limitPerNetwork else { return false }
            state.total += 1
            state.byNetwork[network] = others + 1
            return true
        }
    }

    /// Counts out one that was admitted.
    func release(_ network: PeerAddress.Network) {
        state.withLock { state in
            state.total -= 1
            let others = state.byNetwork[network, default: 1] - 1
            state.byNetwork[network] = others == 0 ? nil : others
        }
    }
}
