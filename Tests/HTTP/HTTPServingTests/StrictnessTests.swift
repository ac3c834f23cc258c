import CardeaHTTPServing
import Testing
import TransportTestSupport

/// A request that a proxy and this server could understand in two ways is rejected, and the connection closed.
@Suite("Strictness")
struct StrictnessTests {
    /// A request that would be returned 200, were it taken for the next one.
    private static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

    private func expectRejection(_ head: String, body: String = "", status: Int = 400) async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try await client.send(head + body + Self.smuggled)
            let response = try await client.response()
            #expect(response?.status == status)
            #expect(response?["connection"] == "close")
            #expect(response?.body.isEmpty == false)
            #expect(try await client.rest() == "")
        }
    }

    @Test(
        "Content-Length together with Transfer-Encoding is rejected (security 22)",
        arguments: [
            "Content-Length: 5\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 5",
            "transfer-encoding: chunked\r\nCONTENT-LENGTH: 0",
        ]
    )
    func bothContentLength(fields: String) async throws {
        try await expectRejection("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n", body: "0\r\n\r\n")
    }

    @Test(
        "two Content-Lengths are rejected (security 22)",
        arguments: [
            "Content-Length: 5\r\nContent-Length: 5",
            "Content-Length: 5\r\nContent-Length: 6",
        ]
    )
    func twoContentLengths(fields: String) async throws {
        try await expectRejection("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n", body: "12345")
    }

    @Test(
        "a Content-Length that is not one number is rejected (security 22, security L4)",
        arguments: ["5, 5", "5,6", "+5", "-5", "0x5", "5 5", "5a", "five", "", "\u{B2}"]
    )
    func contentLengthOne(value: String) async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try await client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(value)\r\n\r\n12345" + Self.smuggled
            )
            let response = try await client.response()
            #expect(response?.status == 400)
            #expect(response?["connection"] == "close")
            // The head of the response came twice.
            #expect(try await client.rest() == "")
        }
    }

    @Test(
        "a transfer coding other than chunked is rejected (security 22)",
        arguments: [
            "Transfer-Encoding: gzip",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: chunked, gzip",
            "Transfer-Encoding: chunked, chunked",
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding: \u{B}chunked",
            "Transfer-Encoding: identity",
            "Transfer-Encoding:",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        ]
    )
    func transferCodingOther(fields: String) async throws {
        try await expectRejection("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n", body: "0\r\n\r\n")
    }

    @Test("HTTP 1_0 has no transfer codings")
    func http10() async throws {
        try await expectRejection(
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n",
            body: "0\r\n\r\n"
        )
    }

    @Test(
        "a malformed field is rejected (security 22)",
        arguments: [
            "X-A : b", "X-A\t: b", " X-A: b", "X A: b", "X-A: b\r\n c", "X-A: b\r\n\tc", "X-A: b\r\n  ",
            "X-\0A: b", "X-A: b\0c", "X-A: \0", "X-A: b\0", "X-A: b\rc", "X-A: b\r", "X-A: b\nX-C: d",
            "X-A: b\u{1}",
            "X-A: b\u{7F}", "X-A: \u{8}", "X-É: b", "X(A): b", "X{A}: b", ": b", "X-A", "\0X-A: b",
            "Content:1\r\n -Length: 3", "Content-Length : 3", "X: y\r\n\0",
        ]
    )
    func malformedFieldRejected(field: String) async throws {
        try await expectRejection("GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
        try await expectRejection("GET / HTTP/1.1\r\n\(field)\r\nHost: a\r\n\r\n")
    }

    @Test(
        "a request without exactly one well-formed Host is rejected",
        arguments: [
            "", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host: a, b\r\n", "Host: a/b\r\n",
            "Host: user@a\r\n", "Host: a b\r\n",
        ]
    )
    func exactlyOneWell(fields: String) async throws {
        try await expectRejection("GET / HTTP/1.1\r\n\(fields)X-A: b\r\n\r\n")
    }

    @Test(
        "a malformed request line is rejected",
        arguments: [
            "GET  / HTTP/1.1", "GET /a b HTTP/1.1", "GET\t/ HTTP/1.1 HTTP/1.1", "G(T / HTTP/1.1",
            "GET /\0a HTTP/1.1",
            "GET /é HTTP/1.1", "GET /a\u{1} HTTP/1.1", "GET a HTTP/1.1", "GET /a#b HTTP/1.1",
            "GET ftp://a/ HTTP/1.1",
            "GET / HTTP/1.1 ", "GET / http/1.1", "GET / HTTP/11", "GET /",
        ]
    )
    func malformedRequestLine(line: String) async throws {
        try await expectRejection("\(line)\r\nHost: a\r\n\r\n")
    }

    @Test("another major version is rejected", arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/9.9"])
    func anotherMajorVersion(version: String) async throws {
        try await expectRejection("GET / \(version)\r\nHost: a\r\n\r\n", status: 505)
    }

    @Test(
        "a bare line feed does not end a line of the head (security 22)",
        arguments: [
            "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n\n",
        ]
    )
    func bareLineFeed(head: String) async throws {
        try await expectRejection(head)
    }

    @Test("bytes after a chunked body are not read as its request (security 22)")
    func nothingTakenRequest() async throws {
        // A chunk's extension may hide a line feed from a proxy: see RFC 9112 §7.1.1 and §11.2.
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try await client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0;\n\r\n" + Self.smuggled
            )
            let response = try await client.response()
            #expect(response?["connection"] == "close")
            #expect(try await client.rest() == "")
        }
    }

    @Test(
        "malformed chunks are rejected (security 22)",
        arguments: [
            "z\r\n\r\n", "-1\r\n\r\n", "5\r\n123456\r\n0\r\n\r\n", "0x1\r\na\r\n0\r\n\r\n", "\r\n0\r\n\r\n",
        ]
    )
    func malformedChunksRejected(body: String) async throws {
        try await expectRejection(
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
            body: body
        )
    }
}
