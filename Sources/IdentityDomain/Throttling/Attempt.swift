/// Somebody's try at an account from somewhere.
package struct Attempt: Sendable, Hashable {
    package let pool: UserPool
    /// The account as it was named, whether it exists or not.
    package let account: String
    /// What stands for the caller's network: an IPv4 address, the /64 of an IPv6 address, else the text as it is.
    package let network: String

    package init(pool: UserPool, account: String, remoteAddress: String) {
        self.pool = pool
        self.account = account
        network = Self.network(of: remoteAddress)
    }

    /// One customer is handed a whole IPv6 /64 (RFC 6177), so an address within it tells nobody apart.
    private static func network(of address: String) -> String {
        let address = address.split(separator: "%", maxSplits: 1).first ?? ""
        guard address.contains(":"), !address.contains(".") else { return String(address) }
        let halves = address.lowercased().split(
            separator: "::",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let head = halves[0].split(separator: ":")
        let tail = halves.count == 2 ? halves[1].split(separator: ":") : []
        let zeros = Array(repeating: Substring("0"), count: max(0, 8 - head.count - tail.count))
        let groups = head + zeros + tail
        return groups.prefix(4).map { String($0.drop { $0 == "0" }) }.joined(separator: ":") + "::/64"
    }
}
