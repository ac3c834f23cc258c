import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLogging
import LoggingTestSupport
import Testing

@testable import CardeaServer

@Suite struct ForwardedAddressTests {
    @Test(
        "the client's address comes only from trusted proxies (security 21)",
        arguments: [
            // From a stranger, the field is ignored.
            ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
            // From a trusted proxy, the last address that is not trusted itself.
            ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", ["6.6.6.6, 198.51.100.1, 10.9.9.9"], "198.51.100.1"),
            ("10.0.0.1", ["6.6.6.6", "198.51.100.1"], "198.51.100.1"),
            ("2001:db8::1", ["2001:db8:1::7, 198.51.100.1"], "198.51.100.1"),
            // Some proxies add the port; one address has one spelling.
            ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
            ("10.0.0.1", ["[2001:db9::7]:4711"], "2001:db9::7"),
            ("10.0.0.1", ["[2001:db9::7]"], "2001:db9::7"),
            ("10.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", ["198.51.100.1, 10.9.9.9:80"], "198.51.100.1"),
            // Nonsense ends the walk.
            ("10.0.0.1", ["198.051.100.1"], "10.0.0.1"), ("10.0.0.1", ["198.51.100.0/24"], "10.0.0.1"),
            ("10.0.0.1", ["198.51.100.1, unknown"], "10.0.0.1"),
            // A character that joins the proxy's comma to one grapheme hides nothing.
            ("10.0.0.1", ["6.6.6.6\u{600}, 198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", ["6.6.6.6\u{600},198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", ["10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", [], "10.0.0.1"),
        ]
    )
    func forwarded(peer: String, fields: [String], expected: String) async {
        let proxies = TrustedProxies(["10.0.0.0/8", "2001:db8::/32"])
        var request = Request(.get, "/", remoteAddress: peer)
        for value in fields { request.fields.append("x-forwarded-for", value) }
        let site = Mirror().behind(ForwardedAddress(trusting: proxies, .silent))
        let response = await site.respond(to: request)
        #expect(response.fields["seen"] == expected)
    }

    @Test(
        "an untrusted proxy on this machine is logged once an hour (security 27)",
        arguments: [
            ("127.0.0.1", [], true, 1), ("::1", [], true, 1), ("127.0.0.1", ["127.0.0.1"], true, 0),
            ("203.0.113.9", [], true, 0), ("127.0.0.1", [], false, 0),
        ]
    )
    func untrustedProxy(peer: String, trusted: [String], isForwarded: Bool, warnings: Int) async {
        let log = LogRecorder()
        let proxies = TrustedProxies(trusted)
        let site = Mirror().behind(ForwardedAddress(trusting: proxies, log.logger))
        var request = Request(.get, "/", remoteAddress: peer)
        if isForwarded { request.fields["x-forwarded-for"] = "198.51.100.1" }
        for _ in 0..<3 { _ = await site.respond(to: request) }
        #expect(log.lines.count == warnings)
        #expect(log.lines.allSatisfy { $0.level == .warning && $0.message.contains("trustedProxies") })
    }

    @Test(
        "blocks contain the addresses with their prefix",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("192.0.2.128/25", "192.0.2.200", true), ("192.0.2.128/25", "192.0.2.100", false),
            ("0.0.0.0/0", "203.0.113.9", true), ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false), ("::1", "0:0:0:0:0:0:0:1", true),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("::/0", "10.1.2.3", false),
        ]
    )
    func blocks(block: String, address: String, isInside: Bool) throws {
        let block = try #require(NetworkBlock(block))
        #expect(block.contains(address) == isInside)
    }

    @Test(
        "text that is not an address or a block is rejected",
        arguments: [
            "", "proxy", "10.0.0", "10.0.0.256", "10.0.0.010", "10.0.0.+1", "10.0.0.0/33", "10.0.0.0/-1",
            "10.0.0.0/", "10.0.0.0/8/8",
            ":::",
            "1:2:3:4:5:6:7:8:9", "2001:db8::/129", "12345::", "1::2::3",
        ]
    )
    func malformed(text: String) {
        #expect(NetworkBlock(text) == nil)
    }
}

/// Responds with the client's address.
private struct Mirror: Responder {
    func handle(_ request: Request) -> FutureResponse {
        .ready(Response(fields: ["seen": request.remoteAddress]))
    }
}
