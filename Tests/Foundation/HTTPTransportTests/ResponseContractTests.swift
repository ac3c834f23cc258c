import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing
import TransportTestSupport

@Suite("The contract of transports: responses", .timeLimit(.minutes(10)))
struct ResponseContractTests {
    @Test(
        "any status is a response, with its fields and its body",
        arguments: TransportUnderTest.all,
        [200, 201, 302, 307, 400, 401, 404, 407, 429, 500, 503, 599]
    )
    func statuses(kind: TransportUnderTest, status: Int) async throws {
        let server = try RawServer(
            responding:
                "HTTP/1.1 \(status) Whatever\r\nX-A: b c\r\nLocation: /other\r\nContent-Length: 2\r\n\r\nok"
        )
        let response = try await kind.make().send(CardeaRequest(.get, server.url()))
        #expect(response.status == status)
        #expect(response.fields["x-a"] == "b c")
        #expect(response.body == Data("ok".utf8))
        #expect(server.requests.count == 1)
    }

    @Test(
        "a response without a body has an empty body",
        arguments: TransportUnderTest.all,
        [
            ("GET", "204 No Content\r\n"), ("GET", "304 Not Modified\r\n"),
            ("HEAD", "200 OK\r\nContent-Length: 5\r\n"), ("GET", "200 OK\r\nContent-Length: 0\r\n"),
        ]
    )
    func noBody(kind: TransportUnderTest, response: (method: String, head: String)) async throws {
        let server = try RawServer(responding: "HTTP/1.1 \(response.head)\r\n")
        let request = try CardeaRequest(RequestMethod(rawValue: response.method), server.url())
        #expect(try await kind.make().send(request).body.isEmpty)
        #expect(try await kind.make().stream(request, sending: nil).body.collected().isEmpty)
    }

    @Test("interim responses are dropped", arguments: TransportUnderTest.sound)
    func interim(kind: TransportUnderTest) async throws {
        let server = try RawServer(
            responding:
                "HTTP/1.1 103 Early Hints\r\nx-a: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        )
        let response = try await kind.make().send(CardeaRequest(.get, server.url()))
        #expect(response.status == 200 && response.fields["x-a"] == nil)
    }

    @Test("a response without a length ends with its connection", arguments: TransportUnderTest.all)
    func untilClose(kind: TransportUnderTest) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\nhello")
        }
        #expect(try await kind.make().send(CardeaRequest(.get, server.url())).body == Data("hello".utf8))
    }

    @Test("an incomplete body is an error", arguments: TransportUnderTest.all)
    func truncated(kind: TransportUnderTest) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
        }
        let (transport, request) = (kind.make(), try CardeaRequest(.get, server.url()))
        let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
        #expect(
            error?.code == .connectionLost && error?.mayHaveBeenReceived == true
        )
    }

    @Test("cookies are not kept, also not for other transports", arguments: TransportUnderTest.all)
    func cookies(kind: TransportUnderTest) async throws {
        let server = try RawServer(
            responding: "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 0\r\n\r\n"
        )
        let transport = kind.make()
        for _ in 0..<2 { _ = try await transport.send(CardeaRequest(.get, server.url())) }
        _ = try await kind.make().send(CardeaRequest(.get, server.url()))
        #expect(server.requests.allSatisfy { !$0.lowercased().contains("cookie") })
    }

    @Test("an authentication challenge is returned to the caller", arguments: TransportUnderTest.sound)
    func challenge(kind: TransportUnderTest) async throws {
        let server = try RawServer(
            responding:
                "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno"
        )
        let request = CardeaRequest(.get, try server.url(), timeout: .seconds(10))
        let response = try await kind.make().send(request)
        #expect(response.status == 401 && response.body == Data("no".utf8))
        #expect(server.requests.count == 1)
    }

    @Test(
        "a compressed body is decompressed, and its Content-Encoding removed",
        arguments: TransportUnderTest.all
    )
    func gzip(kind: TransportUnderTest) async throws {
        let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="))
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n"
            )
            connection.write(Array(gzip))
        }
        let response = try await kind.make().send(CardeaRequest(.get, server.url()))
        #expect(response.body == Data("hello hello hello hello".utf8))
        #expect(response.fields["content-encoding"] == nil)
        #expect(response.fields[.contentLength].map(Int.init) == nil)
    }

    @Test(
        "a body up to the limit is accepted",
        arguments: TransportUnderTest.sound,
        [(1 << 20, true), (1 << 20 + 1, false)]
    )
    func limit(kind: TransportUnderTest, size: (count: Int, isTaken: Bool)) async throws {
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size.count)\r\n\r\n")
            connection.write([UInt8](repeating: 120, count: size.count))
        }
        let (transport, request) = (
            kind.make(maximumResponseBytes: 1 << 20), try CardeaRequest(.get, server.url())
        )
        if size.isTaken {
            #expect(try await transport.send(request).body.count == size.count)
        } else {
            let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
            #expect(error?.code == .responseTooLarge && error?.mayHaveBeenReceived == true)
        }
    }

    @Test("each of many requests gets its own response", arguments: TransportUnderTest.all)
    func many(kind: TransportUnderTest) async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                guard let path = request.split(separator: " ").dropFirst().first else { return }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
            }
        }
        let transport = kind.make()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                let request = try CardeaRequest(.get, server.url("/\(index)"))
                group.addTask {
                    let response = try await transport.send(request)
                    #expect(response.body == Data("/\(index)".utf8))
                }
            }
            try await group.waitForAll()
        }
    }
}
