/// The proxies whose `X-Forwarded-For` is trusted, and to which the limits of one address do not apply.
struct TrustedProxies: Sendable {
    private let blocks: [NetworkBlock]

    init(_ configuration: CardeaServer.Configuration) {
        self.init(configuration.trustedProxies)
    }

    /// - Parameter texts: Addresses and blocks, which were validated.
    init(_ texts: [String]) { blocks = texts.compactMap(NetworkBlock.init) }

    func contains(_ address: String) -> Bool { blocks.contains { $0.contains(address) } }
}
