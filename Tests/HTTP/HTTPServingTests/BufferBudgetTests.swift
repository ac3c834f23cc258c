import CardeaHTTPRouting
import CardeaHTTPServing
import Testing
import TransportTestSupport

/// Slow clients of one address cannot fill the memory: their slowest connections are closed (security 26).
@Suite("Buffer budget")
struct BufferBudgetTests {
    /// Sends half of a body, which counts with its 60,000 bytes.
    private func halfBody(to server: HTTPServer) async throws -> RawClient {
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60001\r\n\r\n")
        try await client.send([UInt8](repeating: UInt8(ascii: "a"), count: 60_000))
        try await client.delivered()
        // The response comes after the turn of the event loop that reads the body.
        let other = try RawClient(port: server.port)
        try await other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try await other.response()
        return client
    }

    @Test("half-received bodies over the budget cost the slowest connection (security 26)")
    func halfReceivedBodies() async throws {
        var limits = HTTPLimits()
        limits.bufferedBytesPerAddress = 100_000
        try await withServer(limits: limits) { server in
            let slow = try await halfBody(to: server)
            let next = try await halfBody(to: server)
            #expect(try await slow.rest() == "")
            try await next.send("a")
            #expect(try await next.response()?.status == 200)
        }
    }

    @Test("a proxy has no budget of one address, but that of all (security 26)")
    func proxyBudget() async throws {
        var limits = HTTPLimits()
        limits.bufferedBytesPerAddress = 100_000
        limits.bufferedBytes = 200_000
        try await withServer(limits: limits, isProxy: { $0 == "127.0.0.1" }) { server in
            let slow = try await halfBody(to: server)
            let others = [try await halfBody(to: server), try await halfBody(to: server)]
            let last = try await halfBody(to: server)
            #expect(try await slow.rest() == "")
            for client in others + [last] {
                try await client.send("a")
                #expect(try await client.response()?.status == 200)
            }
        }
    }

    @Test(
        "responses that are not read cost the connection over the budget (security 26)",
        arguments: [true, false]
    )
    func responsesReadCost(perAddress: Bool) async throws {
        var limits = HTTPLimits()
        if perAddress { limits.bufferedBytesPerAddress = 48 << 20 } else { limits.bufferedBytes = 48 << 20 }
        let body = [UInt8](repeating: 0, count: 32 << 20)
        let respond: @Sendable (Request) async -> Response = { _ in Response(body: body) }
        try await withServer(loops: 2, limits: limits, respond: respond) { server in
            let clients = try (0..<2).map { _ in try RawClient(port: server.port) }
            for client in clients { try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
            // One of them is closed; only the bytes that the system had received before arrive.
            while try await clients[0].send("a"), try await clients[1].send("a") {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }
}
