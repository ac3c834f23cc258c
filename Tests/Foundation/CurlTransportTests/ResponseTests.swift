import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing
import TransportTestSupport

@Suite("CurlTransport: responses", .timeLimit(.minutes(10)))
struct ResponseTests {
    let transport = CurlTransport(.init(maximumResponseBytes: 20 << 20))

    private func response(_ text: String, to method: RequestMethod = .get) async throws -> CardeaResponse {
        let server = try RawServer(responding: text)
        return try await transport.send(CardeaRequest(method, server.url()))
    }

    @Test(
        "bodies of every framing are read",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "hello"),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n",
                "hello"
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nx-late: 1\r\n\r\n",
                "hello"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""),
            ("HTTP/1.1 204 No Content\r\n\r\n", ""),
            ("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", ""),
            (
                "HTTP/1.1 100 Continue\r\nx-a: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
                "hello"
            ),
            (
                "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
                "x"
            ),
            ("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok", "ok"),
        ]
    )
    func framing(text: String, body: String) async throws {
        let response = try await response(text)
        #expect(String(decoding: response.body, as: UTF8.self) == body)
        #expect(response.fields["x-a"] == nil && response.fields["x-late"] == nil)
    }

    @Test(
        "every status is returned",
        arguments: [200, 201, 204, 301, 400, 401, 404, 409, 429, 500, 503, 599]
    )
    func statuses(status: Int) async throws {
        let response = try await response("HTTP/1.1 \(status) Whatever\r\nContent-Length: 0\r\n\r\n")
        #expect(response.status == status)
    }

    @Test("fields keep their order, repeated ones too, without space around values")
    func fields() async throws {
        let response = try await response(
            "HTTP/1.1 200 OK\r\nX-A:1\r\nx-b: \t two words \t\r\nX-A: 3\r\nx-c:\r\nx-d: a: b\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(
            response.fields.map { "\($0.name)=\($0.value)" }
                == ["x-a=1", "x-b=two words", "x-a=3", "x-c=", "x-d=a: b", "content-length=0"]
        )
    }

    @Test("folded lines are joined, and never to another response's field")
    func folds() async throws {
        let response = try await response(
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: DPoP realm=\"a\",\r\n\t error=\"b\"\r\n  \r\n"
                + " ,  algs=\"c\"  \r\nno name: 1\r\n 2\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(
            response.fields.map { "\($0.name)=\($0.value)" }
                == [#"www-authenticate=DPoP realm="a", error="b"  ,  algs="c""#, "content-length=0"]
        )
    }

    @Test("a response to HEAD with any length has no body, and the connection is kept")
    func head() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
                        + (request.hasPrefix("HEAD") ? "" : "hello")
                )
            }
        }
        let head = try await transport.send(CardeaRequest(.head, server.url()))
        #expect(head.body.isEmpty && head.fields[.contentLength] == "5")
        #expect(try await transport.send(CardeaRequest(.get, server.url())).body.count == 5)
        #expect(server.connections == 1)
    }

    @Test("a compressed body is decompressed, and its fields no longer name the compression")
    func decompression() async throws {
        // gzip of "hello hello hello hello".
        let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="))
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n"
                )
                connection.write(Array(gzip))
            }
        }
        let plain = try await transport.send(CardeaRequest(.get, server.url()))
        #expect(String(decoding: plain.body, as: UTF8.self) == "hello hello hello hello")
        #expect(plain.fields["content-encoding"] == nil && plain.fields[.contentLength] == nil)
        let raw = try await transport.send(
            CardeaRequest(.get, server.url(), fields: ["accept-encoding": "gzip"])
        )
        #expect(raw.body == gzip && raw.fields["content-encoding"] == "gzip")
    }

    @Test(
        "bodies are accepted up to the limit",
        arguments: [(20 << 20, true), ((20 << 20) + 1, false)]
    )
    func limit(count: Int, isTaken: Bool) async throws {
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
            connection.write([UInt8](repeating: 120, count: count))
        }
        let request = try CardeaRequest(.get, server.url())
        if isTaken {
            #expect(try await transport.send(request).body.count == count)
        } else {
            let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
            #expect(error?.code == .responseTooLarge && error?.mayHaveBeenReceived == true)
        }
    }

    @Test("a head without end is rejected")
    func endlessHead() async throws {
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\n")
            for index in 0..<20000 {
                connection.write("x-\(index): \(String(repeating: "y", count: 40))\r\n")
            }
        }
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(CardeaRequest(.get, server.url()))
        }
        #expect(error?.mayHaveBeenReceived == true)
    }

    @Test("a slow response within the timeout succeeds")
    func slowServer() async throws {
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            for byte in "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".utf8 {
                connection.write([byte])
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
        #expect(try await transport.send(CardeaRequest(.get, server.url())).body.count == 5)
    }
}
