import CardeaOutboundHTTP
import Testing

@Suite("Addresses that the server may send requests to")
struct NetworkAddressTests {
    @Test(
        "an address of the public internet is distinguished from all others (security 6)",
        arguments: [
            ([8, 8, 8, 8], true), ([172, 15, 255, 255], true), ([172, 32, 0, 1], true),
            ([100, 128, 0, 1], true),
            ([223, 255, 255, 254], true), ([0, 0, 0, 0], false), ([10, 1, 2, 3], false),
            ([100, 64, 0, 1], false), ([127, 0, 0, 1], false), ([127, 9, 9, 9], false),
            ([169, 254, 169, 254], false), ([172, 16, 0, 1], false), ([172, 31, 255, 255], false),
            ([192, 168, 1, 1], false), ([192, 0, 0, 8], false), ([198, 19, 0, 1], false),
            ([224, 0, 0, 1], false), ([240, 0, 0, 1], false), ([255, 255, 255, 255], false),
        ] as [([UInt8], Bool)]
    )
    func version4(bytes: [UInt8], isPublic: Bool) throws {
        #expect(try #require(NetworkAddress(bytes)).isPublic == isPublic)
        let zeros = [UInt8](repeating: 0, count: 10)
        #expect(try #require(NetworkAddress(zeros + [255, 255] + bytes)).isPublic == isPublic)
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(try #require(NetworkAddress(translated + bytes)).isPublic == isPublic)
    }

    @Test(
        "the same holds for IPv6 (security 6)",
        arguments: [
            ([0x2A, 0x00, 0x14, 0x50], true), ([0x20, 0x01, 0x48, 0x60], true), ([0, 0, 0, 0], false),
            ([0xFC, 0, 0, 0], false), ([0xFD, 0x12, 0, 0], false), ([0xFE, 0x80, 0, 0], false),
            ([0xFE, 0xC0, 0, 0], false), ([0xFF, 0x02, 0, 0], false), ([0x20, 0x01, 0x0D, 0xB8], false),
            ([0x20, 0x01, 0, 0], false), ([0x20, 0x02, 0x7F, 0], false),
        ] as [([UInt8], Bool)]
    )
    func version6(prefix: [UInt8], isPublic: Bool) throws {
        let bytes = prefix + [UInt8](repeating: 0, count: 11) + [1]
        #expect(try #require(NetworkAddress(bytes)).isPublic == isPublic)
    }

    @Test("an address has 4 or 16 bytes")
    func size() {
        #expect(NetworkAddress([]) == nil)
        #expect(NetworkAddress([1, 2, 3, 4, 5]) == nil)
    }
}
