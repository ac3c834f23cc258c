import CardeaHTTPRouting
import CardeaLocks
import CardeaHTTPServing
import ChildProcesses
import Testing
import TransportTestSupport

/// A client that sends many requests ahead does not keep the clients of the same loop waiting.
@Suite("Fair shares of a turn")
struct FairShareTests {
    /// Responds at once, and notes the order of the requests.
    ///
    /// At the first request of the greedy client, the other client sends its own. A Unix socket has it at once.
    private final class Recorder: Responder {
        private let body: [UInt8]
        private let paths = Mutex<[String]>([])
        private let whenBegun: @Sendable () -> Void

        init(_ bodySize: Int, whenBegun: @escaping @Sendable () -> Void) {
            body = [UInt8](repeating: UInt8(ascii: "a"), count: bodySize)
            self.whenBegun = whenBegun
        }

        var order: [String] { paths.withLock(\.self) }

        func handle(_ request: Request) -> FutureResponse {
            let isFirst = paths.withLock { paths in
                paths.append(request.path)
                return request.path == "/greedy" && paths.count(where: { $0 == "/greedy" }) == 1
            }
            if isFirst { whenBegun() }
            return .ready(Response(body: request.path == "/greedy" ? body : []))
        }
    }

    private struct Client: @unchecked Sendable {
        let raw: RawClient
    }

    private static func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test(
        "a request of another client is served after one share of the requests that were sent ahead",
        arguments: [0, 1_000, 20_000, 100_000]
    )
    func other(bodySize: Int) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/socket"
        let place = Mutex<Client?>(nil)
        let recorder = Recorder(bodySize) {
            _ = place.withLock { $0?.raw.offer(Array(Self.request("/other").utf8)[...]) }
        }
        try await withServer(address: .unix(path: path), responder: recorder) { _ in
            let other = try RawClient(path: path)
            try await other.send(Self.request("/"))
            #expect(try await other.response()?.status == 200)
            place.withLock { $0 = Client(raw: other) }

            let greedy = try RawClient(path: path)
            let count = 200
            try await greedy.send(String(repeating: Self.request("/greedy"), count: count))
            #expect(try await other.response()?.status == 200)
            for _ in 0..<count { #expect(try await greedy.response()?.body.utf8.count == bodySize) }

            let order = recorder.order
            #expect(order.count == count + 2)
            #expect(try #require(order.firstIndex(of: "/other")) <= 9, "\(order)")
        }
        withExtendedLifetime(directory) {}
    }

    @Test("a client that reads nothing gets few responses: the system buffers no megabytes for it")
    func unread() async throws {
        let recorder = Recorder(60_000) {}
        try await withServer(responder: recorder) { server in
            let greedy = try RawClient(port: server.port, receiveBuffer: 4096)
            try await greedy.send(String(repeating: Self.request("/greedy"), count: 100))
            try await greedy.delivered()
            // Each response is one or more turns of the only loop.
            let other = try RawClient(port: server.port)
            for _ in 0..<100 {
                try await other.send(Self.request("/"))
                #expect(try await other.response()?.status == 200)
            }
            #expect(recorder.order.count(where: { $0 == "/greedy" }) <= 6)
        }
    }

    @Test("large responses, of which some need no body, arrive whole and in order")
    func largeBodies() async throws {
        let recorder = Recorder(300_000) {}
        try await withServer(responder: recorder) { server in
            let client = try RawClient(port: server.port)
            let head = "HEAD /greedy HTTP/1.1\r\nHost: a\r\n\r\n"
            let requests = Self.request("/greedy") + Self.request("/") + head + Self.request("/greedy")
            try await client.send(requests)
            #expect(try await client.response()?.body.utf8.count == 300_000)
            #expect(try await client.response()?.body == "")
            #expect(try await client.response(hasBody: false)?["content-length"] == "300000")
            #expect(try await client.response()?.body.utf8.count == 300_000)
        }
    }
}
