import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing
import TransportTestSupport

@Suite("The contract of transports: failures", .timeLimit(.minutes(10)))
struct FailureContractTests {
    private func failure(_ kind: TransportUnderTest, _ request: CardeaRequest) async -> TransportError? {
        let transport = kind.make()
        return await #expect(throws: TransportError.self) { try await transport.send(request) }
    }

    @Test("a port without a listener fails as not received", arguments: TransportUnderTest.all)
    func rejected(kind: TransportUnderTest) async throws {
        let server = try RawServer(responding: "")
        server.stop()
        let error = await failure(kind, CardeaRequest(.get, try server.url()))
        #expect(error?.code == .cannotConnect && error?.mayHaveBeenReceived == false)
    }

    @Test("a host that does not exist: not received", arguments: TransportUnderTest.all)
    func unknownHost(kind: TransportUnderTest) async throws {
        let error = await failure(
            kind,
            CardeaRequest(.get, try #require(URL(string: "http://nowhere.invalid/")))
        )
        #expect(error?.code == .cannotConnect && error?.mayHaveBeenReceived == false)
    }

    @Test(
        "a response that is not HTTP fails, and is not the request's fault (R11)",
        arguments: TransportUnderTest.all,
        ["hello\r\n", "HTTP/9.9 banana\r\n\r\n"]
    )
    func noHTTP(kind: TransportUnderTest, text: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write(text)
        }
        let error = await failure(kind, CardeaRequest(.post, try server.url(), body: Data("x".utf8)))
        #expect(error?.code == .connectionLost && error?.mayHaveBeenReceived == true)
    }

    @Test("a request that exceeds its timeout fails (R11)", arguments: TransportUnderTest.sound)
    func timeOut(kind: TransportUnderTest) async throws {
        // The whole exchange counts, and so a server that never falls silent does not get around it.
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            for _ in 0..<1000 {
                connection.write("x")
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
        let error = await failure(kind, CardeaRequest(.get, try server.url(), timeout: .seconds(2)))
        #expect(error?.code == .timedOut && error?.mayHaveBeenReceived == true)
    }

    @Test(
        "a request that could be read as two is rejected before it is sent",
        arguments: TransportUnderTest.all,
        [
            ("x-a", "1\r\nx-b: 2"), ("x-a", "1\n"), ("x-a", "\0"), ("x a", "1"), ("x-a\r\nx-b", "1"),
            ("content-length", "3"), ("transfer-encoding", "chunked"), ("host", "evil.example"),
        ]
    )
    func injection(kind: TransportUnderTest, field: (name: String, value: String)) async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var request = CardeaRequest(.post, try server.url(), body: Data("x".utf8))
        request.fields.append(HeaderFields.Name(field.name), field.value)
        let error = await failure(kind, request)
        #expect(error?.code == .invalidRequest && error?.mayHaveBeenReceived == false)
        #expect(server.connections == 0)
    }

    @Test(
        "addresses of other schemes, or with credentials, are rejected",
        arguments: TransportUnderTest.all,
        ["ftp://127.0.0.1/", "file:///etc/passwd", "http://user:secret@127.0.0.1/", "/x"]
    )
    func addresses(kind: TransportUnderTest, text: String) async throws {
        let error = await failure(kind, CardeaRequest(.get, try #require(URL(string: text))))
        #expect(error?.code == .invalidRequest && error?.mayHaveBeenReceived == false)
    }

    @Test("a request that is cancelled ends as cancelled", arguments: TransportUnderTest.sound)
    func cancelled(kind: TransportUnderTest) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        let (transport, request) = (kind.make(), CardeaRequest(.get, try server.url()))
        let task = Task { try await transport.send(request) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled && error?.mayHaveBeenReceived == true)
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
}
