import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing

@testable import CardeaHTTPServing

@Suite("MessageFraming")
struct MessageFramingTests {
    private func body(
        _ fields: HeaderFields,
        isHTTP10: Bool = false
    ) throws(RequestError) -> MessageFraming.Body {
        var framing = MessageFraming()
        for field in fields { try framing.note(field.name, field.value) }
        return try framing.body(isHTTP10: isHTTP10)
    }

    @Test(
        "a host may have a port",
        arguments: [
            "a", "a:80", "example.com", "127.0.0.1:1", "[::1]:80", "[fe80::1%25eth0]", "xn--a_b~c", "",
        ]
    )
    func hostMayPort(host: String) throws {
        #expect(try body([.host: host]) == .length(0))
    }

    @Test("a length is a number", arguments: [0, 1, 123_456_789])
    func lengthNumber(length: Int) throws {
        #expect(try body([.host: "a", .contentLength: "\(length)"]) == .length(length))
    }

    @Test(
        "nothing else is a length",
        arguments: ["", "-1", "+1", "1 ", "1,1", "0x1", "１", "99999999999999999999"]
    )
    func nothingElseLength(length: String) {
        #expect(throws: RequestError.malformed("Malformed Content-Length.")) {
            try body([.host: "a", .contentLength: length])
        }
    }

    @Test("HTTP 1_0 needs no host", arguments: [true, false])
    func http10(isHTTP10: Bool) {
        let isRead = (try? body([:], isHTTP10: isHTTP10)) != nil
        #expect(isRead == isHTTP10)
    }
}
