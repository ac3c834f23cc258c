import CardeaSession
import CardeaTesting
import Foundation
import Testing
import TransportTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The documented adapter for URLSession does what it is for, at a real server.
@Suite("An adapter for URLSession")
struct URLSessionAdapterTests {
    private let refresher = secondTokenRefresher()

    private func adapter(for url: URL) async throws -> AuthorizedURLSession {
        AuthorizedURLSession(engine: try await .signedIn(SessionConfiguration(origin: url), refresher))
    }

    @Test("a rejected request is sent again once with the new token, and its body with it")
    func replay() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                let isFine = request.contains("Bearer second")
                connection.write(
                    "HTTP/1.1 \(isFine ? "200 OK" : "401 Unauthorized")\r\nContent-Length: 2\r\n\r\n{}"
                )
            }
        }
        defer { server.stop() }
        let adapter = try await adapter(for: server.url())
        defer { adapter.session.finishTasksAndInvalidate() }
        var request = URLRequest(url: try server.url("/orders"))
        request.httpMethod = "POST"
        request.httpBody = Data("{}".utf8)
        let (_, response) = try await adapter.data(for: request)
        #expect(response.statusCode == 200)
        #expect(refresher.calls.count == 1)
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.hasPrefix("POST /orders") })
    }

    @Test("a redirect to another origin is not followed, and a request to another origin gets no token")
    func otherOrigin() async throws {
        let other = try RawServer(responding: "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")
        defer { other.stop() }
        let target = try other.url("/elsewhere")
        let server = try RawServer(
            responding: "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"
        )
        defer { server.stop() }
        let adapter = try await adapter(for: server.url())
        defer { adapter.session.finishTasksAndInvalidate() }
        let (_, redirect) = try await adapter.data(for: URLRequest(url: try server.url("/orders")))
        #expect(redirect.statusCode == 302 && other.requests.isEmpty)
        let (_, response) = try await adapter.data(for: URLRequest(url: target))
        #expect(response.statusCode == 401 && refresher.calls.isEmpty)
        #expect(other.requests.allSatisfy { !$0.lowercased().contains("authorization") })
        #expect(other.requests.count == 1)
    }
}
