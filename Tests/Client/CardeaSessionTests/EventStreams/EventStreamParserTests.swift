@testable import CardeaSession
import Testing

struct EventStreamParserTests {
    static func event(_ data: String, _ name: String = "message", id: String = "") -> ServerSentEvent {
        ServerSentEvent(id: id, name: name, data: data)
    }

    static let streams: [(String, [ServerSentEvent])] = [
        // The examples of WHATWG HTML §9.2.6.
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [event("YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [event("first event", id: "1"), event("second event"), event(" third event")]
        ),
        ("data\n\ndata\ndata\n\ndata:", [event(""), event("\n")]),
        ("data:test\n\ndata: test\n\n", [event("test"), event("test")]),
        // Ends of lines, a byte order mark, comments.
        ("\u{FEFF}data: a\r\n\r\ndata: b\r\rdata: c\n\n", [event("a"), event("b"), event("c")]),
        ("data: \u{FEFF}a\n\n", [event("\u{FEFF}a")]),
        (":\n:x\n\n\n\ndata: a\n:data: b\n\n", [event("a")]),
        // Names, ids, and fields that mean nothing.
        ("event: add\ndata: 1\n\nevent: x\n\ndata: 2\n\n", [event("1", "add"), event("2")]),
        (
            "id: 7\ndata: a\n\ndata: b\n\nid: 8\0\ndata: c\n\n",
            [event("a", id: "7"), event("b", id: "7"), event("c", id: "7")]
        ),
        (
            "id: 7\ndata: a\n\nid: 8\u{1}\ndata: b\n\nid: ü\t9\ndata: c\n\n",
            [event("a", id: "7"), event("b", id: "7"), event("c", id: "ü\t9")]
        ),
        ("Data: a\n data: b\nfoo: bar\ndata:c\n\n", [event("c")]),
        ("data: a", []), ("data: a\n", []), ("", []), ("data: ü€\n\n", [event("ü€")]),
    ]

    @Test("events of a stream, cut anywhere (WHATWG HTML §9.2.6)", arguments: streams)
    func parse(text: String, expected: [ServerSentEvent]) {
        let bytes = Array(text.utf8)
        for size in 1...max(bytes.count, 1) {
            var parser = EventStreamParser()
            var events: [ServerSentEvent] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += parser.feed(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(events == expected)
        }
    }

    @Test(
        "a retry field is accepted only with digits",
        arguments: [
            ("retry: 250\n", 250), ("retry: 1s\n", nil), ("retry:\n", nil), ("retry: -1\n", nil),
            ("retry: 99999999999\n", 4_294_967_295),
        ]
    )
    func retry(text: String, milliseconds: Int?) {
        var parser = EventStreamParser()
        #expect(parser.feed(text.utf8).isEmpty)
        #expect(parser.reconnectionTime == milliseconds.map { .milliseconds($0) })
    }

    @Test(
        "a line or an event without an end fails at the limit",
        arguments: ["data: aaaaaaaaa", "data: a\ndata: a\ndata: a\n:"]
    )
    func endless(text: String) {
        var parser = EventStreamParser(limit: 8)
        #expect(parser.feed("data: a\n\ndata: b\n\n\(text)\n\n".utf8) == [Self.event("a"), Self.event("b")])
        #expect(parser.isOverfull)
        #expect(parser.feed("\n\ndata: c\n\n".utf8).isEmpty)
    }

    @Test("after a break, the last id is kept, and an incomplete event is discarded")
    func restart() {
        var parser = EventStreamParser()
        _ = parser.feed("retry: 5\nid: 3\ndata: a\n\nid: 4\ndata: b\nda".utf8)
        parser.restart()
        #expect(parser.lastEventID == "3")
        #expect(parser.reconnectionTime == .milliseconds(5))
        #expect(parser.feed("data: c\n\n".utf8) == [Self.event("c", id: "3")])
    }
}
