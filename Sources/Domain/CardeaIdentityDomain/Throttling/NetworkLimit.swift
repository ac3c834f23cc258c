/// Limits how often each network may do one thing.
package struct NetworkLimit: Sendable {
    /// The largest number of networks that are kept; beyond it the most forgiven ones go.
    private static let capacity = 100_000

    private let rate: Rate
    private var buckets = LeakyBuckets<Network>()

    package init(_ rate: Rate) { self.rate = rate }

    /// Counts a request.
    ///
    /// - Returns: The time to wait, when the network has made as many as it may.
    package mutating func count(_ network: Network, now: Timestamp) -> TimeSpan? {
        buckets.count(network.counted(at: rate), capacity: Self.capacity, now: now)?.wait
    }
}
