import CardeaHTTPRouting
import CardeaHTTPServing
import Testing
import TransportTestSupport

/// Time runs out for whoever is slow on purpose, however steadily bytes drip in.
@Suite("Deadlines")
struct DeadlineTests {
    private var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.headDeadline = .milliseconds(150)
        limits.bodyDeadline = .milliseconds(150)
        limits.idleTimeout = .milliseconds(150)
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
        answered: Bool = false,
        _ limits: HTTPLimits? = nil
    ) async throws -> Int? {
        var status: Int?
        try await withServer(limits: limits ?? self.limits) { server in
            let client = try RawClient(port: server.port)
            try await client.send(beginning)
            if answered { #expect(try await client.response()?.status == 200) }
            while try await client.send(byte) { try await Task.sleep(for: .milliseconds(10)) }
            status = try await client.response()?.status
            #expect(try await client.rest() == "")
        }
        return status
    }

    @Test func `A request line that drips in is cut`() async throws {
        #expect(try await drip("a", after: "GET /") == nil)
    }

    @Test func `Empty lines that drip in are cut`() async throws {
        #expect(try await drip("\r\n", after: "") == nil)
    }

    @Test func `A head that drips in is answered 408 and cut`() async throws {
        #expect(try await drip("a: b\r\n", after: "GET / HTTP/1.1\r\nHost: a\r\n") == 408)
    }

    @Test func `A body that drips in is answered 408 and cut`() async throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n"
        #expect(try await drip("a", after: head, bodyLimits) == 408)
    }

    @Test func `A chunked body that drips in is answered 408 and cut`() async throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try await drip("1\r\na\r\n", after: head, bodyLimits) == 408)
    }

    @Test func `A second request that drips in is cut`() async throws {
        #expect(try await drip("a", after: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", answered: true) == nil)
        let both = "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n"
        #expect(try await drip("a: b\r\n", after: both, answered: true) == 408)
    }

    @Test func `A connection that never says anything is cut`() async throws {
        try await withServer(limits: limits) { server in
            let client = try RawClient(port: server.port)
            #expect(try await client.rest() == "")
        }
    }

    @Test func `An idle connection is cut`() async throws {
        try await withServer(limits: limits) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.status == 200)
            #expect(try await client.rest() == "")
        }
    }

    @Test func `A client that does not take its answer is cut`() async throws {
        let body = [UInt8](repeating: 0, count: 64 << 20)
        try await withServer(limits: limits, respond: { _ in Response(body: body) }) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            // The server's end is closed for good once the system refuses further bytes.
            while try await client.send("a") { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    @Test func `A handler that takes too long is cancelled, and answered 503`() async throws {
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

    @Test func `A handler may take longer than the other deadlines`() async throws {
        let respond: @Sendable (Request) async -> Response = { request in
            try? await Task.sleep(for: .milliseconds(600))
            return await echo(request)
        }
        try await withServer(limits: limits, respond: respond) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.status == 200)
        }
    }

    @Test func `A connection that is used goes on beyond its deadlines`() async throws {
        var limits = limits
        limits.idleTimeout = .seconds(60)
        limits.headDeadline = .seconds(60)
        limits.bodyDeadline = .milliseconds(100)
        try await withServer(limits: limits) { server in
            let client = try RawClient(port: server.port)
            for _ in 0..<4 {
                try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na")
                #expect(try await client.response()?.status == 200)
                try await Task.sleep(for: .milliseconds(60))
            }
        }
    }
}
