import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing
import TransportTestSupport

@Suite("CurlTransport: connections", .timeLimit(.minutes(10)))
struct AddressTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(
        "an IPv6 address is reached",
        .enabled("IPv6 is there") { (try? RawServer(.loopback6) { _ in }.stop()) != nil }
    )
    func ipv6() async throws {
        let server = try RawServer(.loopback6) { connection in
            while connection.readRequest() != nil { connection.write(Self.ok) }
        }
        let response = try await CurlTransport().send(CardeaRequest(.get, server.url("/x")))
        #expect(response.body == Data("ok".utf8))
        #expect(try #require(server.requests.first).contains("Host: [::1]:\(server.port)\r\n"))
    }

    @Test("a URL of 60,000 characters is sent completely")
    func longAddress() async throws {
        let server = try RawServer(responding: Self.ok)
        let path = "/?q=" + String(repeating: "abcdefghij", count: 6000)
        _ = try await CurlTransport().send(CardeaRequest(.get, server.url(path)))
        #expect(try #require(server.requests.first).hasPrefix("GET \(path) HTTP/1.1\r\n"))
    }

    @Test("a proxy is used for other machines, and not for this one")
    func proxy() async throws {
        let proxy = try RawServer(responding: Self.ok)
        let server = try RawServer(responding: Self.ok)
        let transport = CurlTransport(.init(proxy: "http://127.0.0.1:\(proxy.port)"))
        _ = try await transport.send(CardeaRequest(.get, url("http://nowhere.invalid/x?y=z")))
        _ = try await transport.send(CardeaRequest(.get, url("http://127.nowhere.invalid/")))
        _ = try await transport.send(CardeaRequest(.get, server.url()))
        _ = try await transport.send(CardeaRequest(.get, url("http://LocalHost:\(server.port)/")))
        #expect(proxy.requests.count == 2 && server.requests.count == 2)
        #expect(try #require(proxy.requests.first).hasPrefix("GET http://nowhere.invalid/x?y=z HTTP/1.1\r\n"))
    }

    @Test("a proxy that opens no tunnel: not received, and the proxy sees nothing of the request")
    func noTunnel() async throws {
        let proxy = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
        }
        let transport = CurlTransport(.init(proxy: "http://127.0.0.1:\(proxy.port)"))
        let request = CardeaRequest(
            .post,
            try url("https://nowhere.invalid/secret"),
            fields: ["authorization": "Bearer secret"]
        )
        let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
        #expect(error?.code == .cannotConnect && error?.mayHaveBeenReceived == false)
        let seen = try #require(proxy.requests.first)
        #expect(seen.hasPrefix("CONNECT nowhere.invalid:443 ") && !seen.contains("secret"))
    }

    @Test("64 MiB compressed to 269 bytes end at the limit")
    func bomb() async throws {
        let bomb = try #require(
            Data(
                base64Encoded: """
                    H4sIAAAAAAACA+3cr05CcRTA8YtcNyYbYiAZ5BGIFAYazAbNjgcgkmVzJgsvQWZjc7PSeAO02f0TnDM5L9z7GL/z+aSTTzw7\
                    +549NrLSQf1jXavth9n8f/nVOMoAAACAxM1e7+vlMSDrFtvLqxsAAAAgdePjVl4dBf5uT8+tAwAAAJL3MOi3qw+B77tJbh0AAACQ\
                    vM7v26i6BWyKp5Nr+wAAAIDkvQgGAAAAQCiCAQAAABCLYAAAAADEIhgAAAAAwQgGAAAAQCyCAQAAABCLYAAAAADEIhgAAAAAwQgG\
                    AAAAQCyCAQAAABDLYtDvlo8B7Z9iOrw4zAAAAIjkufnZe1/th3wHPEzs+uL+AAA=
                    """
            )
        )
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
            )
            connection.write(Array(bomb))
            connection.waitForClose()
        }
        let request = try CardeaRequest(.get, server.url())
        let error = await #expect(throws: TransportError.self) { try await CurlTransport().send(request) }
        #expect(error == .tooLarge)
        // A reader of the stream takes what it wants of it, and lets go.
        let response = try await CurlTransport().stream(request, sending: nil)
        await #expect(throws: TransportError.self) { try await response.body.collected(upTo: 1 << 20) }
    }
}
