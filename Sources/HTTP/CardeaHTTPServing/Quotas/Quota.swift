import CardeaLocks

/// Counts what clients have open at one time, over all loops of a server: connections, or TLS handshakes.
final class Quota: Sendable {
    private struct State {
        var total = 0
        var byNetwork: [PeerAddress.Network: Int] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int
    private let share: Int

    /// - Parameters:
    ///   - limit: The largest amount of all clients together.
    ///   - share: The largest amount of one client.
    init(limit: Int = .max, perClient share: Int) {
        self.limit = limit
        self.share = share
    }

    /// The number of connections of all clients.
    var count: Int { state.withLock { $0.total } }

    /// Counts one, if the limit is not reached.
    func admit(_ network: PeerAddress.Network) -> Bool {
        state.withLock { state in
            let networks = network.counted
            let isFree = networks.allSatisfy { network in
                state.byNetwork[network, default: 0] < network.limit(perClient: share)
            }
            guard state.total < limit, isFree else { return false }
            state.total += 1
            for network in networks { state.byNetwork[network, default: 0] += 1 }
            return true
        }
    }

    /// Removes one that was admitted from the count.
    func release(_ network: PeerAddress.Network) {
        state.withLock { state in
            state.total -= 1
            for network in network.counted {
                let others = state.byNetwork[network, default: 1] - 1
                state.byNetwork[network] = others == 0 ? nil : others
            }
        }
    }
}
