import CardeaHTTPRouting
import CardeaHTTPServing
import Testing
import TransportTestSupport

/// Slow clients of one address cannot fill the memory: their slowest connections are closed (security 26).
@Suite("Buffer budget")
struct BufferBudgetTests {
    @Test("half-received bodies over the budget cost the slowest connection")
    func halfReceivedBodies() async throws {
        var limits = HTTPLimits()
        limits.bufferedBytesPerAddress = 100_000
        try await withServer(limits: limits) { server in
            let half = [UInt8](repeating: UInt8(ascii: "a"), count: 60_000)
            func begin() async throws -> RawClient {
                let client = try RawClient(port: server.port)
                try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60001\r\n\r\n")
                try await client.send(half)
                return client
            }
            let slow = try await begin()
            // So that the first has arrived: the order of two connections is not that of their bytes.
            let other = try RawClient(port: server.port)
            try await other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try await other.response()
            let next = try await begin()
            #expect(try await slow.rest() == "")
            try await next.send("a")
            #expect(try await next.response()?.status == 200)
        }
    }

    @Test("responses that are not read cost the connection over the budget", arguments: [true, false])
    func responsesReadCost(perAddress: Bool) async throws {
        var limits = HTTPLimits()
        if perAddress { limits.bufferedBytesPerAddress = 48 << 20 } else { limits.bufferedBytes = 48 << 20 }
        let body = [UInt8](repeating: 0, count: 32 << 20)
        let respond: @Sendable (Request) async -> Response = { _ in Response(body: body) }
        try await withServer(loops: 2, limits: limits, respond: respond) { server in
            let clients = try (0..<2).map { _ in try RawClient(port: server.port) }
            for client in clients { try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
            // One of them is cut; what the system had taken before is all that arrives.
            while try await clients[0].send("a"), try await clients[1].send("a") {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }
}
