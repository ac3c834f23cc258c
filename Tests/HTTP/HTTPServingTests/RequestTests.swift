import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaHTTPServing
import Testing
import TransportTestSupport

/// The request as a handler gets it.
@Suite("Requests")
struct RequestTests {
    @Test(
        "method, path and query arrive as they were sent",
        arguments: [
            ("GET / HTTP/1.1", "GET / - []"),
            ("GET /a/b?c=d&e HTTP/1.1", "GET /a/b c=d&e []"),
            ("GET /a%2Fb%20c?d=%26+%3D HTTP/1.1", "GET /a%2Fb%20c d=%26+%3D []"),
            ("GET /a?b?c HTTP/1.1", "GET /a b?c []"),
            ("GET /a? HTTP/1.1", "GET /a  []"),
            ("GET //a/../b/./ HTTP/1.1", "GET //a/../b/./ - []"),
            ("GET /v1/accounts:signUp?key=k HTTP/1.1", "GET /v1/accounts:signUp key=k []"),
            ("GET http://example.com/a?b HTTP/1.1", "GET /a b []"),
            ("GET https://example.com HTTP/1.1", "GET / - []"),
            ("OPTIONS * HTTP/1.1", "OPTIONS * - []"),
            ("PURGE /a HTTP/1.1", "PURGE /a - []"),
            ("\r\nGET /after-an-empty-line HTTP/1.1", "GET /after-an-empty-line - []"),
        ]
    )
    func methodPathQuery(line: String, seen: String) async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try await client.send("\(line)\r\nHost: example.com\r\n\r\n")
            let response = try await client.response()
            #expect(response?.status == 200)
            #expect(response?.body == "\(seen)\n")
        }
    }

    @Test("fields arrive in order, with names in lower case and values trimmed")
    func fieldsArriveOrder() async throws {
        let seen: @Sendable (Request) async -> Response = { request in
            .text(request.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "|"))
        }
        try await withServer(respond: seen) { server in
            let client = try RawClient(port: server.port)
            try await client.send(
                "GET / HTTP/1.1\r\nHoSt:a:80\r\nX-One: \t b c\t \r\nx-two:\r\nX-ONE: é\r\n\r\n"
            )
            #expect(try await client.response()?.body == "host=a:80|x-one=b c|x-two=|x-one=é\n")
        }
    }

    @Test("the remote address is the peer's, without a port")
    func remoteAddressPeer() async throws {
        try await withServer(respond: { .text("\($0.remoteAddress) \($0.isSecure)") }) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.body == "127.0.0.1 false\n")
        }
    }

    @Test(
        "a body arrives whole",
        arguments: [
            ("Content-Length: 5", "hello", "hello"),
            ("Content-Length: 0", "", ""),
            ("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n", "hello"),
            ("Transfer-Encoding: Chunked", "2;a=b\r\nhe\r\n03\r\nllo\r\n0\r\nX-Trailer: a\r\n\r\n", "hello"),
            ("Transfer-Encoding: chunked", "0\r\n\r\n", ""),
        ]
    )
    func bodyArrivesWhole(field: String, body: String, seen: String) async throws {
        try await withServer { server in
            for step in [body.utf8.count + 1, 1] {
                let client = try RawClient(port: server.port)
                try await client.send("POST / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
                let bytes = Array(body.utf8)
                for start in stride(from: 0, to: bytes.count, by: step) {
                    try await client.send(Array(bytes[start..<min(start + step, bytes.count)]))
                }
                #expect(try await client.response()?.body == "POST / - [\(seen)]\n")
            }
        }
    }

    @Test("a head may arrive in pieces")
    func headMayArrive() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            for byte in Array("GET /a HTTP/1.1\r\nHost: a\r\nX-A: b\r\n\r\n".utf8) {
                try await client.send([byte])
            }
            #expect(try await client.response()?.body == "GET /a - []\n")
        }
    }

    @Test("a body that is waited for is asked for")
    func bodyWaitedAsked() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try await client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(try await client.response()?.status == 100)
            try await client.send("hello")
            #expect(try await client.response()?.body == "POST / - [hello]\n")
        }
    }
}
