import CardeaEncodings

/// A block of network addresses: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32` (RFC 4632, RFC 4291 §2.3).
struct NetworkBlock: Sendable {
    private let prefix: [UInt8]
    private let length: Int

    /// - Returns: `nil` when the text is neither an address nor a block.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = Self.bytes(of: parts[0]) else { return nil }
        let longest = address.count * 8
        let length = parts.count == 1 ? longest : Int(parts[1])
        guard let length, (0...longest).contains(length) else { return nil }
        prefix = address
        self.length = length
    }

    func contains(_ address: String) -> Bool {
        guard let bytes = Self.bytes(of: address[...]), bytes.count == prefix.count else { return false }
        let (whole, rest) = length.quotientAndRemainder(dividingBy: 8)
        guard bytes[..<whole] == prefix[..<whole] else { return false }
        return rest == 0 || (bytes[whole] ^ prefix[whole]) >> (8 - rest) == 0
    }

    /// An address in one spelling, without the port that some proxies add; `nil` when the text is not an address.
    static func address(in text: Substring) -> String? {
        let bare = withoutPort(text)
        guard let bytes = bytes(of: bare) else { return nil }
        return bytes.count == 4 ? bytes.map(\.description).joined(separator: ".") : String(bare)
    }

    /// The address in `192.0.2.7:80` or `[2001:db8::1]:80`.
    private static func withoutPort(_ text: Substring) -> Substring {
        if text.first == "[" { return text.dropFirst().prefix { $0 != "]" } }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? parts[0] : text
    }

    /// The 4 or 16 bytes of an address; an IPv4 address that is mapped to IPv6 has 4.
    private static func bytes(of text: Substring) -> [UInt8]? {
        guard text.contains(":") else { return version4(text) }
        guard let bytes = version6(text) else { return nil }
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff]
        return bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
    }

    private static func version4(_ text: Substring) -> [UInt8]? {
        let bytes = text.split(separator: ".", omittingEmptySubsequences: false).map(decimal)
        return bytes.count == 4 && !bytes.contains(nil) ? bytes.compactMap(\.self) : nil
    }

    /// A leading zero means an octal number to some programs, and is rejected.
    private static func decimal(_ text: Substring) -> UInt8? {
        guard text.utf8.allSatisfy(ASCII.isDigit), text.first != "0" || text.count == 1 else {
            return nil
        }
        return UInt8(text)
    }

    private static func version6(_ text: Substring) -> [UInt8]? {
        let sides = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        let (head, tail) = (groups(sides[0]), sides.count == 2 ? groups(sides[1]) : [])
        guard let head, let tail else { return nil }
        let missing = 16 - head.count - tail.count
        guard sides.count == 2 ? missing >= 2 : missing == 0 else { return nil }
        return head + Array(repeating: 0, count: missing) + tail
    }

    private static func groups(_ text: Substring) -> [UInt8]? {
        if text.isEmpty { return [] }
        var bytes: [UInt8] = []
        for group in text.split(separator: ":", omittingEmptySubsequences: false) {
            if group.contains("."), let address = version4(group) {
                bytes += address
            } else if group.count <= 4, let value = UInt16(group, radix: 16) {
                bytes += [UInt8(value >> 8), UInt8(value & 0xff)]
            } else {
                return nil
            }
        }
        return bytes
    }
}
