extension PeerAddress {
    /// The unit that counts as one client: an IPv4 address, or the network of an IPv6 address.
    ///
    /// A provider gives a customer a /64 or more, so that one client has countless IPv6 addresses.
    enum Network: Hashable {
        case version4(UInt32)
        /// The first 64 bits of an IPv6 address.
        case version6(UInt64)
        /// The first 48 bits of an IPv6 address: the most that one customer is given (RFC 6177).
        case site(UInt64)
        /// Sockets in the file system.
        case local
        /// The trusted proxies. Many clients share each.
        case proxy
    }
}

extension PeerAddress.Network {
    /// The number of clients' shares that a whole site may have.
    private static let siteShares = 4

    /// The networks whose counts a client raises: its own, and the site of an IPv6 network.
    var counted: [Self] {
        if case .version6(let number) = self { [self, .site(number >> 16)] } else { [self] }
    }

    /// The limit of the count of this network.
    ///
    /// - Parameter share: The limit of one client.
    /// - Returns: That limit, or a multiple of it.
    func limit(perClient share: Int) -> Int {
        switch self {
        case .version4, .version6, .local: share
        case .site: Self.siteShares * share
        case .proxy: .max
        }
    }
}
