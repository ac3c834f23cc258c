import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaLocks
import Testing
import TransportTestSupport

/// Bodies that are made while they are sent.
@Suite("Response streams")
struct StreamingTests {
    private struct Broken: Error {}

    /// The bytes that a maker has handed over, and its end.
    private final class Maker: Sendable {
        private let state = Mutex((written: 0, hasEnded: false))

        var written: Int { state.withLock { $0.written } }
        var hasEnded: Bool { state.withLock { $0.hasEnded } }

        /// Writes megabytes of zeros, until the client is gone.
        func respond(megabytes: Int) -> Response {
            .stream("application/octet-stream") { [self] writer in
                defer { state.withLock { $0.hasEnded = true } }
                for _ in 0..<(megabytes * 16) {
                    try await writer.write([UInt8](repeating: 0, count: 65_536))
                    state.withLock { $0.written += 65_536 }
                }
            }
        }
    }

    private static let lines: @Sendable (Request) async -> Response = { request in
        guard request.path == "/lines" else { return .text(request.path) }
        return .stream("text/plain") { writer in
            for line in ["one\n", "", "two\n"] { try await writer.write(Array(line.utf8)) }
        }
    }

    @Test("each part is a chunk, and the connection takes the next request (RFC 9112 §7.1)")
    func chunks() async throws {
        try await withServer(respond: Self.lines) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET /lines HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n")
            try await client.send("Connection: close\r\n\r\n")
            let text = try await client.rest()
            #expect(text.contains("transfer-encoding: chunked") && !text.contains("content-length: 8"))
            #expect(text.contains("\r\n\r\n4\r\none\n\r\n4\r\ntwo\n\r\n0\r\n\r\nHTTP/1.1 200 OK"))
            #expect(text.hasSuffix("/next\n"))
        }
    }

    @Test("the end of the connection ends the body for a client of HTTP/1.0 (RFC 9112 §6.3)")
    func http10() async throws {
        try await withServer(respond: Self.lines) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET /lines HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let text = try await client.rest()
            #expect(text.hasSuffix("\r\n\r\none\ntwo\n"))
            #expect(!text.contains("chunked") && text.contains("connection: close"))
        }
    }

    @Test("HEAD gets the head, and no body is made")
    func head() async throws {
        let maker = Maker()
        try await withServer(respond: { _ in maker.respond(megabytes: 1) }) { server in
            let client = try RawClient(port: server.port)
            try await client.send("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let text = try await client.rest()
            #expect(text.hasPrefix("HTTP/1.1 200 OK") && text.hasSuffix("\r\n\r\n"))
        }
        #expect(maker.written == 0 && !maker.hasEnded)
    }

    @Test("an error of the maker closes the connection without the last chunk")
    func error() async throws {
        let respond: @Sendable (Request) async -> Response = { _ in
            .stream("text/plain") { writer in
                try await writer.write(Array("one\n".utf8))
                throw Broken()
            }
        }
        try await withServer(respond: respond) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await !client.rest().contains("\r\n0\r\n"))
        }
    }

    @Test("the maker waits for a client that does not read (security 26)")
    func slowReader() async throws {
        let maker = Maker()
        try await withServer(respond: { _ in maker.respond(megabytes: 64) }) { server in
            let client = try RawClient(port: server.port, receiveBuffer: 16_384)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            // It stops at what the buffers of the system hold.
            var former = -1
            while former != maker.written || former == 0 {
                former = maker.written
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(former < 16 << 20)
            client.disconnect()
            while !maker.hasEnded { try await Task.sleep(for: .milliseconds(10)) }
            #expect(maker.written < 64 << 20)
        }
    }

    @Test("a client that reads gets the whole body")
    func large() async throws {
        let maker = Maker()
        try await withServer(respond: { _ in maker.respond(megabytes: 8) }) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.0\r\n\r\n")
            let text = try await client.rest()
            #expect(text.utf8.count { $0 == 0 } == 8 << 20)
        }
    }

    @Test("each part has the time of a handler, and a maker that writes nothing is ended")
    func deadline() async throws {
        var limits = HTTPLimits()
        limits.handlerDeadline = .seconds(2)
        let respond: @Sendable (Request) async -> Response = { request in
            .stream("text/plain") { writer in
                for _ in 0..<8 {
                    try await Task.sleep(for: .milliseconds(300))
                    try await writer.write([UInt8(ascii: ".")])
                }
                if request.path == "/quiet" { try await Task.sleep(for: .seconds(600)) }
            }
        }
        try await withServer(limits: limits, respond: respond) { server in
            for (path, isWhole) in [("/steady", true), ("/quiet", false)] {
                let client = try RawClient(port: server.port)
                try await client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                let text = try await client.rest()
                #expect(text.utf8.count { $0 == UInt8(ascii: ".") } >= 8)
                #expect(text.hasSuffix("\r\n0\r\n\r\n") == isWhole, "\(path)")
            }
        }
    }
}
