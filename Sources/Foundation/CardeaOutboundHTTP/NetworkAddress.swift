/// An IP address: 4 or 16 bytes.
package struct NetworkAddress: Sendable, Equatable {
    private let bytes: [UInt8]

    /// - Returns: `nil` for another number of bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether the address belongs to the public internet: globally reachable unicast (RFC 6890).
    package var isPublic: Bool {
        if bytes.count == 4 { return Self.isPublic(bytes[...]) }
        // IPv4-mapped (RFC 4291) and NAT64 (RFC 6052) addresses lead to the address in their last bytes.
        for prefix in [Self.mapped, Self.translated] where bytes.starts(with: prefix) {
            return Self.isPublic(bytes[12...])
        }
        let isUnicast = bytes[0] & 0xE0 == 0x20
        return isUnicast && !Self.reserved6.contains { $0.contains(bytes[...]) }
    }

    private static func isPublic(_ address: ArraySlice<UInt8>) -> Bool {
        !reserved4.contains { $0.contains(address) }
    }

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    private static let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]

    /// The IANA registry of special-purpose addresses, multicast, and what is not assigned.
    private static let reserved4: [Block] = [
        Block([0], 8), Block([10], 8), Block([100, 64], 10), Block([127], 8), Block([169, 254], 16),
        Block([172, 16], 12), Block([192, 0, 0], 24), Block([192, 0, 2], 24), Block([192, 88, 99], 24),
        Block([192, 168], 16), Block([198, 18], 15), Block([198, 51, 100], 24), Block([203, 0, 113], 24),
        Block([224], 3),
    ]

    /// The same inside of the global unicast addresses: protocol assignments with Teredo, documentation and 6to4.
    private static let reserved6: [Block] = [
        Block([0x20, 0x01, 0x00], 23), Block([0x20, 0x01, 0x0D, 0xB8], 32), Block([0x20, 0x02], 16),
        Block([0x3F, 0xFF, 0x00], 20),
    ]

    /// The addresses that begin with some bits.
    private struct Block {
        private let prefix: [UInt8]
        private let bits: Int

        init(_ prefix: [UInt8], _ bits: Int) {
            self.prefix = prefix
            self.bits = bits
        }

        func contains(_ address: ArraySlice<UInt8>) -> Bool {
            for (index, (byte, own)) in zip(address, prefix).enumerated() {
                let left = bits - index * 8
                guard left > 0 else { break }
                let mask = left >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF << (8 - left))
                if byte & mask != own & mask { return false }
            }
            return true
        }
    }
}
