import CardeaHTTPServing
import Testing
import TransportTestSupport

/// More than the server allows is rejected as soon as that is known.
@Suite("Limits")
struct LimitsTests {
    private var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.headBytes = 2000
        limits.targetBytes = 500
        limits.fieldCount = 10
        limits.bodyBytes = 1000
        return limits
    }

    private func status(of request: String) async throws -> Int? {
        var status: Int?
        try await withServer(limits: limits) { server in
            let client = try RawClient(port: server.port)
            try await client.send(request)
            let response = try await client.response()
            if response?.status != 200 { #expect(response?["connection"] == "close") }
            status = response?.status
        }
        return status
    }

    private func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test(
        "a target that is too long gets 414",
        arguments: [(400, 200), (499, 200), (500, 414), (1500, 414), (100_000, 414)]
    )
    func targetTooLong(count: Int, status: Int) async throws {
        #expect(try await self.status(of: "GET /\(letters(count)) HTTP/1.1\r\nHost: a\r\n\r\n") == status)
    }

    @Test(
        "a head that is too large gets 431",
        arguments: [(1900, 200), (2000, 431), (3000, 431), (100_000, 431)]
    )
    func headTooLarge(count: Int, status: Int) async throws {
        #expect(
            try await self.status(of: "GET / HTTP/1.1\r\nHost: a\r\nX: \(letters(count))\r\n\r\n") == status
        )
    }

    @Test("too many fields get 431", arguments: [(9, 200), (10, 431), (200, 431)])
    func tooManyFields(count: Int, status: Int) async throws {
        let fields = String(repeating: "a:b\r\n", count: count)
        #expect(try await self.status(of: "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n") == status)
    }

    @Test(
        "an announced body that is too large gets 413 before it arrives",
        arguments: [(1000, 200), (1001, 413), (100_000_000, 413)]
    )
    func announcedBodyToo(
        count: Int,
        status: Int
    ) async throws {
        let body = letters(min(count, 1000))
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n"
        #expect(try await self.status(of: head + body) == status)
    }

    @Test("a body that is too large is not asked for")
    func bodyTooLarge() async throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n"
        #expect(try await status(of: head) == 413)
    }

    @Test(
        "a chunked body that is too large gets 413 before its end",
        arguments: [(1, 1000, 200), (10, 100, 200), (1, 1001, 413), (11, 100, 413)]
    )
    func chunkedBodyToo(
        chunks: Int,
        size: Int,
        status: Int
    ) async throws {
        let chunk = "\(String(size, radix: 16))\r\n\(letters(size))\r\n"
        let body = String(repeating: chunk, count: chunks) + (status == 200 ? "0\r\n\r\n" : "")
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try await self.status(of: head + body) == status)
    }

    @Test("a chunk line that is too long gets 400 at once (security 25)")
    func chunkLineToo() async throws {
        // 40 KB of it kept a loop busy until the body's deadline.
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try await status(of: head + "1;" + letters(40_000)) == 400)
    }

    @Test(
        "too many connections get 503, and new ones are accepted when others end (security 20, security L14)",
        arguments: [true, false]
    )
    func tooManyConnections(
        perAddress: Bool
    ) async throws {
        var limits = HTTPLimits()
        if perAddress { limits.connectionsPerAddress = 3 } else { limits.connections = 3 }
        try await withServer(loops: 2, limits: limits) { server in
            var clients = try (0..<3).map { _ in try RawClient(port: server.port) }
            for client in clients {
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.response()?.status == 200)
            }
            let rejected = try RawClient(port: server.port)
            let response = try await rejected.response()
            #expect(response?.status == 503)
            #expect(response?["retry-after"] == "1")
            #expect(try await rejected.rest() == "")
            clients.removeLast()
            // The server may notice the end of a connection after the beginning of the next.
            var status: Int?
            while status != 200 {
                let client = try RawClient(port: server.port)
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                status = try await client.response()?.status
            }
        }
    }
}
