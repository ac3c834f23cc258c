import CardeaCurlTransport
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing
import TransportTestSupport

@Suite("The server that tests of transports talk to", .timeLimit(.minutes(10)))
struct RawServerTests {
    @Test("a server that is stopped before its start closes no connection of another server")
    func stopped() async throws {
        let transport = CurlTransport()
        for _ in 0..<200 {
            let stopped = try RawServer(responding: "HTTP/1.1 500 Stopped\r\nContent-Length: 0\r\n\r\n")
            stopped.stop()
            let other = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            defer { other.stop() }
            #expect(try await transport.send(CardeaRequest(.get, other.url())).status == 200)
        }
    }
}
