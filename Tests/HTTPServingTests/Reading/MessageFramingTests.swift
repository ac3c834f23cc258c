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

    @Test(arguments: [
        "a", "a:80", "example.com", "127.0.0.1:1", "[::1]:80", "[fe80::1%25eth0]", "xn--a_b~c", "",
    ])
    func `A host may have a port`(host: String) throws {
        #expect(try body([.host: host]) == .length(0))
    }

    @Test(arguments: [0, 1, 123_456_789])
    func `A length is a number`(length: Int) throws {
        #expect(try body([.host: "a", .contentLength: "\(length)"]) == .length(length))
    }

    @Test(arguments: ["", "-1", "+1", "1 ", "1,1", "0x1", "１", "99999999999999999999"])
    func `Nothing else is a length`(length: String) {
        #expect(throws: RequestError.malformed("Malformed Content-Length.")) {
            try body([.host: "a", .contentLength: length])
        }
    }

    @Test(arguments: [true, false])
    func `HTTP 1_0 needs no host`(isHTTP10: Bool) {
        let isRead = (try? body([:], isHTTP10: isHTTP10)) != nil
        #expect(isRead == isHTTP10)
    }
}
