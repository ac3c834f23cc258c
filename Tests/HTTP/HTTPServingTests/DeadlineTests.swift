import CardeaHTTPRouting
import CardeaHTTPServing
import Testing
import TransportTestSupport

/// A client that is slow on purpose exceeds a deadline, however steadily its bytes come.
@Suite("Deadlines")
struct DeadlineTests {
    /// Long enough for a head to arrive that is sent at once, also if the machine is busy.
    private var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.headDeadline = .seconds(1)
        limits.bodyDeadline = .seconds(1)
        limits.idleTimeout = .seconds(1)
        return limits
    }

    /// Only for bodies: a machine that is slow to read a head must not be taken for a slow client.
    private var bodyLimits: HTTPLimits {
        var limits = limits
        limits.headDeadline = .seconds(3600)
        return limits
    }

    /// Sends a beginning, then a byte of something that never ends, again and again, until the server cuts.
    private func drip(
        _ byte: String,
        after beginning: String,
        responded: Bool = false,
        _ limits: HTTPLimits? = nil
    ) async throws -> Int? {
        var status: Int?
        try await withServer(limits: limits ?? self.limits) { server in
            let client = try RawClient(port: server.port)
            try await client.send(beginning)
            if responded { #expect(try await client.response()?.status == 200) }
            while try await client.send(byte) { try await Task.sleep(for: .milliseconds(50)) }
            status = try await client.response()?.status
            #expect(try await client.rest() == "")
        }
        return status
    }

    @Test("a request line that drips in is cut (security 25)")
    func requestLineDrips() async throws {
        #expect(try await drip("a", after: "GET /") == nil)
    }

    @Test("empty lines that drip in are cut (security 25)")
    func emptyLinesDrip() async throws {
        #expect(try await drip("\r\n", after: "") == nil)
    }

    @Test("a head that arrives slowly gets 408, and the connection is closed (security 25)")
    func headDripsResponded() async throws {
        #expect(try await drip("a: b\r\n", after: "GET / HTTP/1.1\r\nHost: a\r\n") == 408)
    }

    @Test("a body that arrives slowly gets 408, and the connection is closed (security 25)")
    func bodyDripsResponded() async throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n"
        #expect(try await drip("a", after: head, bodyLimits) == 408)
    }

    @Test("a chunked body that arrives slowly gets 408, and the connection is closed (security 25)")
    func chunkedBodyDrips() async throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try await drip("1\r\na\r\n", after: head, bodyLimits) == 408)
    }

    @Test("a second request that drips in is cut (security 25)")
    func secondRequestDrips() async throws {
        #expect(try await drip("a", after: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", responded: true) == nil)
        let both = "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n"
        #expect(try await drip("a: b\r\n", after: both, responded: true) == 408)
    }

    @Test(
        "empty lines that drip in after a response are cut, whole or in two parts (security 25)",
        arguments: [["\r\n"], ["\r", "\n"]]
    )
    func emptyLinesAfterResponse(parts: [String]) async throws {
        // The idle timeout is long, so that only the deadline of the head can end the connection.
        var limits = HTTPLimits()
        limits.headDeadline = .seconds(1)
        try await withServer(limits: limits) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.status == 200)
            var count = 0
            while count < 1_000, try await client.send(parts[count % parts.count]) {
                count += 1
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(count < 1_000)
        }
    }

    @Test("a connection without a request is closed (security 25)")
    func connectionNeverSays() async throws {
        try await withServer(limits: limits) { server in
            let client = try RawClient(port: server.port)
            #expect(try await client.rest() == "")
        }
    }

    @Test("an idle connection is cut (security 25)")
    func idleConnectionCut() async throws {
        try await withServer(limits: limits) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.status == 200)
            #expect(try await client.rest() == "")
        }
    }

    @Test("a client that does not read its response is closed (security 25)")
    func clientDoesTake() async throws {
        let body = [UInt8](repeating: 0, count: 64 << 20)
        try await withServer(limits: limits, respond: { _ in Response(body: body) }) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            // The server's end is closed for good once the system rejects further bytes.
            while try await client.send("a") { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    @Test("a handler that exceeds its deadline is cancelled, and the request gets 503 (security 25)")
    func handlerTakesToo() async throws {
        var limits = HTTPLimits()
        limits.handlerDeadline = .milliseconds(50)
        let respond: @Sendable (Request) async -> Response = { request in
            try? await Task.sleep(for: .seconds(3600))
            return await echo(request)
        }
        try await withServer(limits: limits, respond: respond) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let response = try await client.response()
            #expect(response?.status == 503)
            #expect(response?["retry-after"] == "1")
            #expect(try await client.rest() == "")
        }
    }

    @Test("a handler may run longer than the other deadlines")
    func handlerMayTake() async throws {
        let respond: @Sendable (Request) async -> Response = { request in
            try? await Task.sleep(for: .milliseconds(1_500))
            return await echo(request)
        }
        try await withServer(limits: limits, respond: respond) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.status == 200)
        }
    }

    @Test("a connection in use continues beyond its deadlines")
    func connectionUsedGoes() async throws {
        var limits = limits
        limits.idleTimeout = .seconds(60)
        limits.headDeadline = .seconds(60)
        limits.bodyDeadline = .milliseconds(300)
        try await withServer(limits: limits) { server in
            let client = try RawClient(port: server.port)
            for _ in 0..<4 {
                try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na")
                #expect(try await client.response()?.status == 200)
                try await Task.sleep(for: .milliseconds(150))
            }
        }
    }
}
