import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaHTTPServing
import Testing
import TransportTestSupport

/// The number of requests of a connection, and the form of its responses.
@Suite("Connections")
struct ConnectionTests {
    @Test(
        "a connection is kept as its version and the client want it",
        arguments: [
            ("HTTP/1.1", "", true),
            ("HTTP/1.1", "Connection: keep-alive\r\n", true),
            ("HTTP/1.1", "Connection: close\r\n", false),
            ("HTTP/1.0", "", false),
            ("HTTP/1.0", "Connection: keep-alive\r\n", true),
        ]
    )
    func connectionKeptVersion(
        version: String,
        field: String,
        isKept: Bool
    ) async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            for _ in 0..<3 { try await client.send("GET / \(version)\r\nHost: a\r\n\(field)\r\n") }
            #expect(try await client.response()?.status == 200)
            #expect(try await client.response()?.status == (isKept ? 200 : nil))
        }
    }

    @Test("requests that are sent ahead get their responses in order", arguments: [false, true])
    func requestsSentAhead(isSuspended: Bool) async throws {
        let respond: @Sendable (Request) async -> Response = { request in
            if isSuspended { await Task.detached {}.value }
            return await echo(request)
        }
        try await withServer(respond: respond) { server in
            let client = try RawClient(port: server.port)
            for number in 0..<50 {
                try await client.send("POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
            }
            for number in 0..<50 { #expect(try await client.response()?.body == "POST /\(number) - [ab]\n") }
        }
    }

    @Test("many connections at the same time all get responses")
    func manyConnectionsOnce() async throws {
        let respond: @Sendable (Request) async -> Response = { request in
            await Task.yield()
            return await echo(request)
        }
        try await withServer(loops: 2, respond: respond) { server in
            let clients = try (0..<64).map { _ in try RawClient(port: server.port) }
            for round in 0..<5 {
                for (number, client) in clients.enumerated() {
                    try await client.send("GET /\(round)/\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                for (number, client) in clients.enumerated() {
                    #expect(try await client.response()?.body == "GET /\(round)/\(number) - []\n")
                }
            }
        }
    }

    @Test("HEAD gets the length of the body without the body")
    func headRespondedLength() async throws {
        try await withServer(respond: { _ in .text("hello") }) { server in
            let client = try RawClient(port: server.port)
            try await client.send(
                "HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            )
            let head = try await client.response(hasBody: false)
            #expect(head?["content-length"] == "6")
            #expect(try await client.response()?.body == "hello\n")
            #expect(try await client.rest() == "")
        }
    }

    @Test("a response that cannot have a body has none", arguments: [204, 304])
    func responseCannotBody(status: Int) async throws {
        try await withServer(respond: { _ in .text("hello", status: status) }) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(try await client.response(hasBody: false)?.status == status)
            #expect(try await client.rest() == "")
        }
    }

    @Test("a response has its date and its length")
    func responseSaysWhen() async throws {
        try await withServer(respond: { _ in .json(Array("{}".utf8), status: 201) }) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let response = try await client.response()
            #expect(response?.status == 201)
            #expect(response?["content-type"] == "application/json; charset=utf-8")
            #expect(response?["content-length"] == "2")
            #expect(response?["date"]?.hasSuffix(" gmt") == true)
        }
    }

    @Test("a handler cannot add lines to the head of its response")
    func handlerCannotBreak() async throws {
        var response = Response(status: 1000)
        response.fields.append("x-a", "b\r\nx-injected: c")
        response.fields.append("x-d\r\nx-injected", "e")
        response.fields.append(.contentLength, "99")
        response.fields.append("transfer-encoding", "chunked")
        response.fields.append("x-f", "g")
        try await withServer(respond: { [response] _ in response }) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let response = try await client.response()
            #expect(response?.status == 500)
            #expect(response?["x-f"] == "g")
            #expect(response?["content-length"] == "0")
            #expect(response?["transfer-encoding"] == nil)
            #expect(response?.lines.contains { $0.contains("injected") } == false)
        }
    }

    @Test("a large response arrives complete")
    func largeResponseArrives() async throws {
        let body = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        try await withServer(respond: { _ in Response(body: body) }) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(try await client.rest().utf8.suffix(body.count).elementsEqual(body))
        }
    }

    @Test(
        "a client that ends in the midst of a request is dropped at once (security 25)",
        arguments: [
            "", "GET", "GET / HTTP/1.1\r\nHost: a\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
        ]
    )
    func clientEndsMidst(sent: String) async throws {
        // It kept its place until the deadline.
        var limits = HTTPLimits()
        (limits.headDeadline, limits.bodyDeadline) = (.seconds(3600), .seconds(3600))
        try await withServer(limits: limits) { server in
            let client = try RawClient(port: server.port)
            try await client.send(sent)
            client.finishSending()
            #expect(try await client.rest() == "")
        }
    }

    @Test("a client that closes after its request gets the response")
    func clientEndsAfter() async throws {
        let respond: @Sendable (Request) async -> Response = { request in
            await Task.detached {}.value
            return await echo(request)
        }
        try await withServer(respond: respond) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
            client.finishSending()
            #expect(try await client.response()?.body == "GET /a - []\n")
            #expect(try await client.response()?.body == "GET /b - []\n")
            #expect(try await client.rest() == "")
        }
    }

    @Test("a connection continues after a chunked body")
    func connectionGoesBehind() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            for _ in 0..<2 {
                try await client.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
                )
                #expect(try await client.response()?.body == "POST / - [a]\n")
            }
        }
    }

    @Test("a thousand requests in one write all get responses")
    func thousandRequestsOne() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
            let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            try await client.send(String(repeating: request, count: 1_000) + last)
            let text = try await client.rest()
            #expect(text.ranges(of: "GET / - []").count == 1_000)
            #expect(text.hasSuffix("GET /last - []\n"))
        }
    }

    @Test("a client that goes away does no harm")
    func clientGoesAway() async throws {
        let gate = Gate()
        let started = Gate()
        let respond: @Sendable (Request) async -> Response = { request in
            if request.path == "/wait" {
                started.open()
                await gate.wait()
            }
            return await echo(request)
        }
        try await withServer(respond: respond) { server in
            for text in [
                "", "G", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na",
            ] {
                try await RawClient(port: server.port).send(text)
            }
            try await RawClient(port: server.port).send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            gate.open()
            let client = try RawClient(port: server.port)
            try await client.send("GET /after HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.body == "GET /after - []\n")
        }
    }
}
