import Glibc
import Testing

@testable import CardeaHTTPServing

@Suite("PeerAddress")
struct PeerAddressTests {
    private func peer(_ text: String) -> PeerAddress {
        var storage = sockaddr_storage()
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            let isVersion6 = text.contains(":")
            unsafe bytes.storeBytes(of: sa_family_t(isVersion6 ? AF_INET6 : AF_INET), as: sa_family_t.self)
            let start = unsafe bytes.baseAddress.map { unsafe $0 + (isVersion6 ? 8 : 4) }
            _ = unsafe inet_pton(isVersion6 ? AF_INET6 : AF_INET, text, start)
        }
        return PeerAddress(storage)
    }

    @Test(
        "an address is shown without its port",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("::1", "::1"),
            ("2001:db8::1:2", "2001:db8::1:2"),
        ]
    )
    func addressShownWithout(address: String, text: String) {
        #expect(peer(address).text == text)
    }

    @Test("an IPv6 address counts as its network")
    func ipv6AddressCounts() {
        // security 25
        #expect(peer("2001:db8:1:2::1").network == peer("2001:db8:1:2:ffff::9").network)
        #expect(peer("2001:db8:1:2::1").network != peer("2001:db8:1:3::1").network)
        #expect(peer("192.0.2.7").network != peer("192.0.2.8").network)
        #expect(peer("192.0.2.7").network == peer("::ffff:192.0.2.7").network)
    }
}
