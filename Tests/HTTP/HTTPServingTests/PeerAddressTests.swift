import Glibc
import Testing

@testable import CardeaHTTPServing

@Suite("PeerAddress")
struct PeerAddressTests {
    private func peer(_ text: String, isProxy: (String) -> Bool = { _ in false }) -> PeerAddress {
        var storage = sockaddr_storage()
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            let isVersion6 = text.contains(":")
            unsafe bytes.storeBytes(of: sa_family_t(isVersion6 ? AF_INET6 : AF_INET), as: sa_family_t.self)
            let start = unsafe bytes.baseAddress.map { unsafe $0 + (isVersion6 ? 8 : 4) }
            _ = unsafe inet_pton(isVersion6 ? AF_INET6 : AF_INET, text, start)
        }
        return PeerAddress(storage, of: -1, isProxy: isProxy)
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

    @Test("an IPv6 address counts as its network (security 25)")
    func ipv6AddressCounts() {
        #expect(peer("2001:db8:1:2::1").network == peer("2001:db8:1:2:ffff::9").network)
        #expect(peer("2001:db8:1:2::1").network != peer("2001:db8:1:3::1").network)
        #expect(peer("192.0.2.7").network != peer("192.0.2.8").network)
        #expect(peer("192.0.2.7").network == peer("::ffff:192.0.2.7").network)
    }

    @Test("all networks of an IPv6 site together have the share of four (security 25, security 27)")
    func siteShare() {
        let quota = Quota(perClient: 3)
        let networks = (0..<8).map { peer("2001:db8:1:\($0)::1").network }
        let admitted = networks.map { network in (0..<5).count { _ in quota.admit(network) } }
        #expect(admitted == [3, 3, 3, 3, 0, 0, 0, 0])
        #expect(quota.admit(peer("2001:db8:2:1::1").network))
        quota.release(networks[0])
        #expect(quota.admit(networks[7]) && !quota.admit(networks[7]))
        for network in networks[1...3] + [networks[7]] { quota.release(network) }
        #expect(quota.count == 9)
    }

    @Test("a proxy may have more than the share of one client, but not more than all (security 25)")
    func proxyShare() {
        let proxy = peer("192.0.2.7") { $0 == "192.0.2.7" }
        #expect(proxy.network != peer("192.0.2.7").network)
        #expect(proxy.text == "192.0.2.7")
        let quota = Quota(limit: 5, perClient: 2)
        #expect((0..<9).count { _ in quota.admit(proxy.network) } == 5)
    }
}
