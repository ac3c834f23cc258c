import CardeaLocks

/// Bounds the bytes that a server keeps because clients are slow: bodies that have not arrived whole, and responses that
/// are not read.
///
/// If the bytes of one client exceed its limit, connections of that client are closed. If all bytes together exceed the
/// limit, connections of the client with the highest number of bytes are closed. The connection that has been slow for
/// the longest time is closed first.
final class BufferBudget: Sendable {
    fileprivate struct Holding {
        let connection: Connection
        var bytes: Int
        /// The number of connections that were slow before this one.
        let order: UInt64
    }

    fileprivate struct State {
        var total = 0
        var nextOrder: UInt64 = 0
        var byNetwork: [PeerAddress.Network: Int] = [:]
        var holdings: [ObjectIdentifier: Holding] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int
    private let share: Int

    /// - Parameters:
    ///   - limit: The largest number of bytes of all clients together.
    ///   - share: The largest number of bytes of one client.
    init(limit: Int, perClient share: Int) {
        self.limit = limit
        self.share = share
    }

    /// Takes notice of how many bytes a connection holds now.
    ///
    /// - Returns: Connections that must be closed; they count no more.
    func note(_ bytes: Int, of connection: Connection) -> [Connection] {
        state.withLock { state in
            let id = ObjectIdentifier(connection)
            let former = state.remove(id)
            guard bytes > 0 else { return [] }
            let order = former?.order ?? state.takeOrder()
            state.insert(Holding(connection: connection, bytes: bytes, order: order), id)
            var slow: [Connection] = []
            while let network = state.offender(connection.peer.network, limit, perClient: share),
                let slowest = state.slowest(of: network)
            {
                slow.append(slowest.connection)
                state.remove(ObjectIdentifier(slowest.connection))
            }
            return slow
        }
    }
}

extension BufferBudget.State {
    fileprivate mutating func takeOrder() -> UInt64 {
        defer { nextOrder += 1 }
        return nextOrder
    }

    fileprivate mutating func insert(_ holding: BufferBudget.Holding, _ id: ObjectIdentifier) {
        holdings[id] = holding
        count(holding.bytes, of: holding.connection)
    }

    @discardableResult
    fileprivate mutating func remove(_ id: ObjectIdentifier) -> BufferBudget.Holding? {
        guard let holding = holdings.removeValue(forKey: id) else { return nil }
        count(-holding.bytes, of: holding.connection)
        return holding
    }

    private mutating func count(_ bytes: Int, of connection: Connection) {
        total += bytes
        for network in connection.peer.network.counted {
            let sum = byNetwork[network, default: 0] + bytes
            byNetwork[network] = sum == 0 ? nil : sum
        }
    }

    /// The network that has too many bytes; `nil` when none has.
    fileprivate func offender(
        _ network: PeerAddress.Network,
        _ limit: Int,
        perClient share: Int
    ) -> PeerAddress.Network? {
        let over = network.counted.first { byNetwork[$0, default: 0] > $0.limit(perClient: share) }
        return over ?? (total > limit ? byNetwork.max { $0.value < $1.value }?.key : nil)
    }

    fileprivate func slowest(of network: PeerAddress.Network) -> BufferBudget.Holding? {
        holdings.values.filter { $0.connection.peer.network.counted.contains(network) }.min {
            $0.order < $1.order
        }
    }
}
