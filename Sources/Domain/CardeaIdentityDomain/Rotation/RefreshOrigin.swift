/// Where a refresh came from, as hashes: enough to distinguish two origins, not enough to identify one.
package struct RefreshOrigin: Sendable, Equatable {
    /// The hash of the `User-Agent`.
    package let userAgent: UInt64
    /// The hash of the network; `nil` when refreshes from several networks got the same child.
    package let network: UInt64?

    package init(userAgent: UInt64, network: UInt64?) {
        self.userAgent = userAgent
        self.network = network
    }

    package init(userAgent: String?, remoteAddress: String) {
        self.init(
            userAgent: Self.hash(userAgent ?? ""),
            network: Self.hash(Network(of: remoteAddress).name)
        )
    }

    /// Whether both are known to come from different networks.
    func isElsewhere(than other: RefreshOrigin) -> Bool {
        guard let network, let known = other.network else { return false }
        return network != known
    }

    /// Hashes a text by FNV-1a.
    ///
    /// A collision gains nothing: to find one, an attacker must know the text, and can send it.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
