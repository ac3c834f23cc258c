import CardeaHTTPRouting
import Testing

@testable import CardeaHTTPServing

/// The only parser of requests: the same bytes give the same events, however they arrive.
@Suite("RequestMachine")
struct RequestMachineTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let chunkedHead = "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let lengthHead = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n"

    private static let streams: [(String, [String])] = [
        (get, ["GET /a []"]),
        (get + get, ["GET /a []", "GET /a []"]),
        ("\r\n\r\n" + get, ["GET /a []"]),
        (lengthHead + "hello" + get, ["POST /a [hello]", "GET /a []"]),
        (chunkedHead + "5\r\nhello\r\n0\r\n\r\n" + get, ["POST /a [hello]", "GET /a []"]),
        (
            chunkedHead + "2 ;a=\"b\"\r\nhe\r\n03\r\nllo\r\n0\r\nX: y\r\nZ:\r\n\r\n" + get,
            ["POST /a [hello]", "GET /a []"]
        ),
        (chunkedHead + "0\r\n\r\n", ["POST /a []"]),
        ("GET /a HTTP/1.0\r\n\r\n" + get, ["GET /a []"]),
        ("GET /a HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n" + get, ["GET /a []", "GET /a []"]),
        ("GET /a HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n" + get, ["GET /a []"]),
        // White space around a coding is legal.
        ("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked \t\r\n\r\n0\r\n\r\n", ["POST /a []"]),
        // A proxy sees one field where another reader could see two.
        ("GET /a HTTP/1.1\r\nHost: a\r\nX: a\0\0Authorization\0 Bearer b\r\n\r\n" + get, ["400 /a"]),
        ("GET /a HTTP/1.1\r\nHost: a\r\nX: a\r\n\0\r\n\r\n" + get, ["400 /a"]),
        ("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n" + get, ["400 /"]),
        ("GET /a HTTP/1.1\n", ["400 /a"]),
        ("GET /a HTTP/1.1\r\nHost: a\n\r\n" + get, ["400 /a"]),
        ("GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n" + get, ["400 /a"]),
        ("GET /a HTTP/3.0\r\n", ["505 /a"]),
        // RFC 9110 §2.5: a higher minor version is read as 1.1, which needs a Host.
        ("GET /a HTTP/1.2\r\nHost: a\r\n\r\n" + get, ["GET /a []", "GET /a []"]),
        ("GET /a HTTP/1.9\r\n\r\n" + get, ["400 /a"]),
        (chunkedHead + "5\r\nhello!\r\n0\r\n\r\n" + get, ["400 /a"]),
        (chunkedHead + "5\nhello\r\n0\r\n\r\n" + get, ["400 /a"]),
        (chunkedHead + "5\r\nhello\n0\r\n\r\n" + get, ["400 /a"]),
        (chunkedHead + "0;\n\r\n" + get, ["400 /a"]),
        (chunkedHead + "5 \r\nhello\r\n0\r\n\r\n" + get, ["400 /a"]),
        (chunkedHead + "5;a\0\r\nhello\r\n0\r\n\r\n" + get, ["400 /a"]),
        (chunkedHead + "0\r\nX : y\r\n\r\n" + get, ["400 /a"]),
        (chunkedHead + "ffffffffffffffffffff\r\n" + get, ["413 /a"]),
        (chunkedHead + "7fffffffffffffff\r\n" + get, ["413 /a"]),
    ]

    @Test(
        "a stream that is split at any byte causes the same events (security 22, security L4)",
        arguments: streams
    )
    func streamCutAny(text: String, events: [String]) {
        #expect(MachineReader.events(text) == events)
        #expect(MachineReader.events(text, piece: 1) == events)
        for place in 1..<text.utf8.count {
            var reader = MachineReader()
            reader.feed(text.utf8.prefix(place))
            reader.feed(text.utf8.dropFirst(place))
            #expect(reader.events == events, "cut at \(place)")
        }
    }

    @Test("100 Continue is sent only if no byte of the body has arrived")
    func with100ContinueAsked() {
        let head = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-Continue\r\n\r\n"
        #expect(MachineReader.events(head) == ["continue"])
        #expect(MachineReader.events(head + "hello") == ["POST /a [hello]"])
        let old = head.replacing("HTTP/1.1", with: "HTTP/1.0")
        #expect(MachineReader.events(old) == [])
    }

    @Test(
        "lines and sections that are too long are rejected before they end (security 20, security 25)",
        arguments: [1, 7, .max]
    )
    func linesSectionsToo(piece: Int) {
        func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
        var limits = HTTPLimits()
        (limits.headBytes, limits.targetBytes, limits.fieldCount, limits.bodyBytes) = (400, 100, 3, 50)
        (limits.chunkLineBytes, limits.trailerBytes) = (16, 40)
        for (text, events) in [
            ("GET /\(letters(400))", ["414 /\(letters(99))"]),
            ("GET /\(letters(100)) HTTP/1.1\r\n", ["414 /\(letters(99))"]),
            ("GET /a HTTP/1.1\r\nX: \(letters(400))", ["431 /a"]),
            ("GET /a HTTP/1.1\r\n" + String(repeating: "a:b\r\n", count: 4), ["431 /a"]),
            (String(repeating: "\r\n", count: 201), ["414 "]),
            (Self.chunkedHead + "1;\(letters(40_000))", ["400 /a"]),
            (Self.chunkedHead + "33\r\n", ["413 /a"]),
            (Self.chunkedHead + "0\r\nX: \(letters(40))", ["431 /a"]),
            ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 51\r\n\r\n", ["413 /a"]),
        ] {
            #expect(MachineReader.events(text, piece: piece, limits) == events)
        }
    }

    @Test("a request of many parameters is read (security L4)")
    func requestManyParameters() {
        // More than 350 of them got no response.
        let query = (0..<700).map { "k\($0)=v" }.joined(separator: "&")
        #expect(MachineReader.events("GET /a?\(query) HTTP/1.1\r\nHost: a\r\n\r\n") == ["GET /a []"])
    }

    @Test("random bytes never break it")
    func randomBytesNever() {
        var random = SystemRandomNumberGenerator()
        let words = [
            "GET ", "/", " HTTP/1.1", "\r\n", "Host: a", "Content-Length: 3", "Transfer-Encoding: chunked",
            "0", "\n", "\0", ":", "abc", "\r", " ",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 1..<30, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }
            let whole = MachineReader.events(text.joined())
            #expect(
                whole == MachineReader.events(text.joined(), piece: Int.random(in: 1..<9, using: &random))
            )
        }
    }
}
