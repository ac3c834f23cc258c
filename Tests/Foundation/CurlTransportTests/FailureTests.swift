import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing
import TransportTestSupport

@Suite("CurlTransport: failures", .timeLimit(.minutes(10)))
struct FailureTests {
    let transport = CurlTransport()

    private func failure(_ request: CardeaRequest) async -> TransportError? {
        await #expect(throws: TransportError.self) { try await transport.send(request) }
    }

    @Test("a closed port: not received")
    func rejectedPort() async throws {
        let server = try RawServer(responding: "")
        server.stop()
        let error = await failure(CardeaRequest(.post, try server.url(), body: Data("x".utf8)))
        #expect(error?.code == .cannotConnect && error?.mayHaveBeenReceived == false)
    }

    @Test("a host that does not exist: not received")
    func unknownHost() async throws {
        let error = await failure(CardeaRequest(.get, try #require(URL(string: "http://nowhere.invalid/"))))
        #expect(error?.code == .cannotConnect && error?.mayHaveBeenReceived == false)
    }

    @Test("a socket that is not there: not received")
    func missingSocket() async throws {
        let transport = CurlTransport(unixSocket: "/nonexistent/socket")
        let url = try #require(URL(string: "http://localhost/"))
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(CardeaRequest(.get, url))
        }
        #expect(error?.code == .cannotConnect && error?.mayHaveBeenReceived == false)
    }

    @Test("a server without TLS: not received")
    func plainServer() async throws {
        let server = try RawServer { connection in
            _ = connection.readMore()
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        let error = await failure(CardeaRequest(.get, url))
        #expect(error?.code == .secureConnectionFailed && error?.mayHaveBeenReceived == false)
    }

    @Test(
        "a connection that closes before the end of the response: may have been received",
        arguments: [
            "", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
        ]
    )
    func brokenResponse(text: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write(text)
        }
        let error = await failure(CardeaRequest(.post, try server.url(), body: Data("x".utf8)))
        #expect(error?.code == .connectionLost && error?.mayHaveBeenReceived == true)
        #expect(server.requests.count == 1)
    }

    @Test(
        "a response that is not HTTP is an error",
        arguments: [
            "hello\r\n", "SSH-2.0-OpenSSH\r\n", "HTTP/9.9 banana\r\n\r\n", "HTTP/1.1 200 OK\r\nhello\r\n\r\n",
            "HTTP/1.1 200 OK\r\n hello\r\n\r\n",
        ]
    )
    func noHTTP(text: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write(text)
        }
        let error = await failure(CardeaRequest(.get, try server.url()))
        #expect(error?.code == .connectionLost && error?.mayHaveBeenReceived == true)
    }

    @Test("a configuration that libcurl lacks prevents every request")
    func rejectedOption() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        // Longer than libcurl takes any text.
        let transport = CurlTransport(.init(pinnedKeys: [String(repeating: "A", count: 8_000_000)]))
        for _ in 0..<2 {
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(CardeaRequest(.get, server.url()))
            }
            #expect(error?.code == .invalidRequest && error?.mayHaveBeenReceived == false)
        }
        #expect(server.connections == 0)
    }

    @Test(
        "a kept connection that closes during a request: repeated for GET, never for POST",
        arguments: [RequestMethod.get, .post]
    )
    func staleConnection(method: RequestMethod) async throws {
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            _ = connection.readRequest()
        }
        _ = try await transport.send(CardeaRequest(method, server.url()))
        if method == .get {
            #expect(try await transport.send(CardeaRequest(method, server.url())).status == 200)
            #expect(server.requests.count == 3)
        } else {
            let error = await failure(CardeaRequest(method, try server.url(), body: Data("x".utf8)))
            #expect(error?.code == .connectionLost && error?.mayHaveBeenReceived == true)
            #expect(server.requests.count == 2)
        }
    }

    @Test("a timeout reports whether the request may have been received (R11)", arguments: [true, false])
    func timeOut(isReceived: Bool) async throws {
        let server = try RawServer { $0.waitForClose() }
        let single = CurlTransport(.init(maximumConnections: 1))
        let request = CardeaRequest(
            .post,
            try server.url(),
            body: Data("x".utf8),
            timeout: .seconds(2)
        )
        // The only connection is taken by another request when this one must not get through.
        let blocker = Task {
            var blocking = request
            blocking.timeout = .seconds(60)
            if !isReceived { _ = try await single.send(blocking) }
        }
        while !isReceived, server.connections == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let error = await #expect(throws: TransportError.self) { try await single.send(request) }
        #expect(error?.code == .timedOut && error?.mayHaveBeenReceived == isReceived)
        blocker.cancel()
        _ = await blocker.result
    }

    @Test(
        "ambiguous requests are rejected unsent",
        arguments: [
            ("x-a", "1\r\nx-b: 2"), ("x-a", "1\n"), ("x-a", "\0"), ("x-a", "\u{7F}"), ("x a", "1"),
            ("x:a", "1"), ("", "1"),
            ("x-a\r\nx-b", "1"), ("é", "1"), ("content-length", "3"), ("Transfer-Encoding", "chunked"),
            ("host", "evil.example"),
            ("connection", "close"), ("expect", "100-continue"), ("te", "trailers"), ("upgrade", "h2c"),
        ]
    )
    func headerInjection(name: String, value: String) async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var request = CardeaRequest(.post, try server.url(), body: Data("x".utf8))
        request.fields.append(HeaderFields.Name(name), value)
        let error = await failure(request)
        #expect(error?.code == .invalidRequest && error?.mayHaveBeenReceived == false)
        #expect(server.connections == 0)
    }

    @Test(
        "URLs with other schemes, credentials or invalid characters are rejected",
        arguments: [
            "ftp://127.0.0.1/", "file:///etc/passwd", "http:///x", "/x", "http://user:secret@127.0.0.1/",
            "http://user@127.0.0.1/",
            "gopher://127.0.0.1/", "mailto:a@b", "ws://127.0.0.1/",
        ]
    )
    func addresses(text: String) async throws {
        let error = await failure(CardeaRequest(.get, try #require(URL(string: text))))
        #expect(error?.code == .invalidRequest && error?.mayHaveBeenReceived == false)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(
        "methods that are not tokens, and HEAD with a body, are rejected",
        arguments: ["", "GET /x HTTP/1.1\r\n", "G T", "HEAD"]
    )
    func methods(name: String) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        let error = await failure(CardeaRequest(RequestMethod(rawValue: name), url, body: Data("x".utf8)))
        #expect(error?.code == .invalidRequest)
    }
}
