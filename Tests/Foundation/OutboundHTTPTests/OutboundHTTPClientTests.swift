import CardeaOutboundHTTP
import Foundation
import TransportTestSupport
import Testing

@Suite("Requests to other servers")
struct OutboundHTTPClientTests {
    private static func client(
        _ change: (inout OutboundConfiguration) -> Void = { _ in }
    ) -> OutboundHTTPClient {
        var configuration = OutboundConfiguration()
        configuration.allowsPrivateNetworks = true
        configuration.allowsPlainHTTP = true
        change(&configuration)
        return OutboundHTTPClient(configuration)
    }

    private static func error(
        _ client: OutboundHTTPClient,
        _ url: String
    ) async -> OutboundHTTPError? {
        do throws(OutboundHTTPError) {
            _ = try await client.send(OutboundRequest("POST", url, body: [1]))
            return nil
        } catch {
            return error
        }
    }

    @Test("a request has its method, fields and body, and the response its status and body")
    func exchange() async throws {
        let server = try RawServer(
            responding: "HTTP/1.1 202 Accepted\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\ndone"
        )
        defer { server.stop() }
        let request = OutboundRequest(
            "POST",
            try server.url("/sms?x=1").absoluteString,
            fields: [("Content-Type", "application/json"), ("webhook-id", "1")],
            body: Array(#"{"a":1}"#.utf8)
        )
        let response = try await Self.client().send(request)
        #expect(response.status == 202 && response.body == Array("done".utf8) && response.retryAfter == 7)
        let sent = try #require(server.requests.first)
        #expect(sent.hasPrefix("POST /sms?x=1 HTTP/1.1\r\n"))
        #expect(sent.contains("Content-Type: application/json\r\n") && sent.contains("webhook-id: 1\r\n"))
        #expect(!sent.contains("Expect:"))
    }

    @Test("a redirect is not followed, and the response tells where it leads (security 6)")
    func redirect() async throws {
        let target = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let location = try target.url().absoluteString
        let server = try RawServer(
            responding: "HTTP/1.1 307 Temporary\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        )
        defer {
            server.stop()
            target.stop()
        }
        let url = try server.url().absoluteString
        let response = try await Self.client().send(OutboundRequest("POST", url))
        #expect(response.status == 307 && response.location == location)
        #expect(target.connections == 0)
    }

    @Test(
        "the location of a redirect is absolute, and a response with another status has none",
        arguments: [
            (302, "Location: /page?a=1#b\r\n", "/page?a=1#b"), (302, "", nil),
            (201, "Location: /page\r\n", nil),
        ] as [(Int, String, String?)]
    )
    func location(status: Int, field: String, expected: String?) async throws {
        let server = try RawServer(
            responding: "HTTP/1.1 \(status) Status\r\n\(field)Content-Length: 0\r\n\r\n"
        )
        defer { server.stop() }
        let response = try await Self.client()
            .send(OutboundRequest("GET", try server.url("/start").absoluteString))
        let absolute = try expected.map { try server.url($0).absoluteString }
        #expect(response.status == status && response.location == absolute)
    }

    @Test(
        "a connection to a private address in any spelling is rejected (security 6)",
        arguments: [
            "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "[::1]", "[::ffff:127.0.0.1]",
        ]
    )
    func privateAddress(host: String) async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let client = Self.client { $0.allowsPrivateNetworks = false }
        let error = await Self.error(client, "http://\(host):\(server.port)/")
        #expect(error == .forbiddenAddress || error == .invalidURL)
        #expect(server.connections == 0)
    }

    @Test("a server that is behind a private address and TLS is not connected to either (security 6)")
    func privateAddressWithTLS() async throws {
        let server = try RawServer(responding: "")
        defer { server.stop() }
        let client = OutboundHTTPClient(OutboundConfiguration())
        #expect(await Self.error(client, "https://127.0.0.1:\(server.port)/") == .forbiddenAddress)
        #expect(server.connections == 0)
    }

    @Test(
        "a URL with another scheme, without a host or with a user is rejected",
        arguments: [
            "http://example.com/", "ftp://example.com/", "file:///etc/passwd", "https://user@example.com/",
            "https://:pass@example.com/", "https:///x", "", "example.com", "gopher://example.com/",
        ]
    )
    func urls(url: String) async {
        let client = OutboundHTTPClient(OutboundConfiguration())
        #expect(await Self.error(client, url) == .invalidURL)
    }

    @Test(
        "a URL, a method or a header field that could become a second request is not sent (security 22)",
        arguments: [
            ("GET", "/a\r\nX: 1", "x", "1"), ("GET", "/a b", "x", "1"), ("GET", "/a\0", "x", "1"),
            ("GET / HTTP/1.1\r\n", "/", "x", "1"), ("", "/", "x", "1"), ("GET", "/", "x\r\ny", "1"),
            ("GET", "/", "x:y", "1"), ("GET", "/", "", "1"), ("GET", "/", "x", "1\r\nY: 2"),
            ("GET", "/", "x", "1\nY: 2"), ("GET", "/", "x", "1\rY"), ("GET", "/", "x", "1\02"),
        ]
    )
    func splitting(method: String, path: String, name: String, value: String) async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let request = OutboundRequest(
            method,
            "http://127.0.0.1:\(server.port)\(path)",
            fields: [(name, value)]
        )
        do throws(OutboundHTTPError) {
            _ = try await Self.client().send(request)
            Issue.record("The request was sent.")
        } catch {
            #expect(error == (path == "/" ? .invalidRequest : .invalidURL))
        }
        #expect(server.connections == 0)
    }

    @Test("a response that is larger than the limit is an error (security 20)")
    func size() async throws {
        let body = String(repeating: "x", count: 1001)
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n\(body)")
        defer { server.stop() }
        let url = try server.url().absoluteString
        #expect(await Self.error(Self.client { $0.maximumResponseBytes = 1000 }, url) == .responseTooLarge)
        #expect(await Self.error(Self.client { $0.maximumResponseBytes = 1001 }, url) == nil)
    }

    @Test("a server that does not respond in time is an error (security 29)")
    func timeout() async throws {
        let server = try RawServer { connection in
            while connection.readRequest() != nil {}
        }
        defer { server.stop() }
        let url = try server.url().absoluteString
        #expect(await Self.error(Self.client { $0.timeout = 1 }, url) == .timeout)
    }

    @Test("a cancelled task ends the request (security 29)")
    func cancellation() async throws {
        let server = try RawServer { connection in
            while connection.readRequest() != nil {}
        }
        defer { server.stop() }
        let url = try server.url().absoluteString
        let task = Task { await Self.error(Self.client { $0.timeout = 600 }, url) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test("a closed port and a closed connection are separate errors")
    func failures() async throws {
        let server = try RawServer { connection in _ = connection.readRequest() }
        let url = try server.url().absoluteString
        #expect(await Self.error(Self.client(), url) == .disconnected)
        server.stop()
        while await Self.error(Self.client(), url) == .disconnected { await Task.yield() }
        #expect(await Self.error(Self.client(), url) == .unreachable)
    }

    @Test("a server without TLS does not receive a request for https")
    func withoutTLS() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        #expect(await Self.error(Self.client { $0.timeout = 5 }, "https://127.0.0.1:\(server.port)/") != nil)
        #expect(!server.requests.contains { $0.contains("POST") })
    }
}
