internal import CardeaEncodings

/// The name of a client's network: an IPv4 address, the /64 of an IPv6 address, else the text as it is.
package struct Network: Sendable, Hashable {
    package let name: String

    /// - Parameter address: The client's address, without the port.
    package init(of address: String) { name = Self.name(of: address) }

    private init(name: String) { self.name = name }

    /// The /48 of an IPv6 address, which is the most that one customer is handed; `nil` for other addresses.
    ///
    /// It is computed when it is needed: a refresh needs the name alone.
    package var wider: Network? {
        guard name.hasSuffix(exact: Self.suffix) else { return nil }
        let groups = name.dropLast(Self.suffix.utf8.count).split(
            separator: ":",
            omittingEmptySubsequences: false
        )
        return Network(name: groups.prefix(3).joined(separator: ":") + "::/48")
    }

    /// The block that lists of sessions show: a /24 of IPv4, a /48 of IPv6.
    package var block: String {
        if let wider { return wider.name }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) else { return name }
        return parts.dropLast().joined(separator: ".") + ".0/24"
    }

    private static let suffix = "::/64"

    /// One customer is handed a whole IPv6 /64 (RFC 6177), so addresses within it do not distinguish customers.
    private static func name(of address: String) -> String {
        // Characters would cost a hundred times as much as bytes.
        guard address.utf8.contains(UInt8(ascii: ":")) || address.utf8.contains(UInt8(ascii: "%")) else {
            return address
        }
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
        return groups.prefix(4).map { String($0.drop { $0 == "0" }) }.joined(separator: ":") + suffix
    }
}
