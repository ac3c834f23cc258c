/// The addresses and names of the machine itself.
enum Loopback {
    private static let blocks = ["127.0.0.0/8", "::1"].compactMap(NetworkBlock.init)

    static func contains(address: String) -> Bool { blocks.contains { $0.contains(address) } }

    /// Whether a name in lower case always leads to the machine itself (RFC 6761 §6.3).
    static func contains(name: String) -> Bool {
        name == "localhost" || name.hasSuffix(".localhost") || contains(address: name)
    }
}
