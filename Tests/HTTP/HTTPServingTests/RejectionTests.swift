import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaHTTPServing
import Testing
import TransportTestSupport

/// The responder gives the form to the response to a request that is rejected before it is whole.
@Suite("Rejected requests")
struct RejectionTests {
    private struct Renderer: Responder {
        func handle(_ request: Request) -> FutureResponse {
            guard let error = request.error else { return .ready(Response()) }
            let parts = [request.path, request.fields[.origin] ?? "-", "\(request.body.count)"]
            return .ready(
                Response(
                    status: error.status,
                    fields: ["x-rendered": "yes", .connection: "keep-alive"],
                    body: Array(parts.joined(separator: " ").utf8)
                )
            )
        }
    }

    /// The response to what is sent, which is never whole.
    private func response(_ sent: String, connections: Int = 10) async throws -> RawResponse? {
        var limits = HTTPLimits()
        limits.targetBytes = 100
        limits.fieldCount = 5
        limits.bodyBytes = 1000
        limits.connections = connections
        limits.headDeadline = .seconds(1)
        limits.bodyDeadline = .seconds(1)
        var response: RawResponse?
        try await withServer(limits: limits, responder: Renderer()) { server in
            let client = try RawClient(port: server.port)
            try await client.send(sent)
            response = try await client.response()
            #expect(try await client.rest() == "")
        }
        return response
    }

    private static let head = "POST /a?b HTTP/1.1\r\nHost: a\r\nOrigin: c\r\n"
    private static let chunk = "3e9\r\n\(String(repeating: "a", count: 1001))\r\n"

    @Test(
        "the responder gets the readable part of a rejected request",
        arguments: [
            (
                "a head that is too large", head + String(repeating: "x: y\r\n", count: 5) + "\r\n", 431,
                "/a - 0"
            ),
            ("a malformed head", head + "Host: a\r\n\r\n", 400, "/a - 0"),
            (
                "a target that is too long",
                "GET /\(String(repeating: "a", count: 100)) HTTP/1.1\r\nHost: a\r\n\r\n", 414,
                "/\(String(repeating: "a", count: 99)) - 0"
            ),
            ("a byte beyond ASCII in a path", "GET /a/\u{E9} HTTP/1.1\r\n", 400, "/a/ - 0"),
            ("a byte beyond ASCII in a query", "GET /a?\u{E9} HTTP/1.1\r\n", 400, "/a - 0"),
            ("a fragment", "GET http://a/b#c HTTP/1.1\r\n", 400, "/b - 0"),
            ("a target without a path", "GET a HTTP/1.1\r\n", 400, " - 0"),
            ("a malformed version", "GET /a HTTP/x\r\n", 400, "/a - 0"),
            ("no version", "GET /a\r\n", 400, "/a - 0"),
            ("another version", "GET /a HTTP/2.0\r\n", 505, "/a - 0"),
            ("a malformed method", "G(T /a HTTP/1.1\r\n", 400, " - 0"),
            ("an announced body", head + "Content-Length: 1001\r\n\r\n", 413, "/a c 0"),
            ("a body in chunks", head + "Transfer-Encoding: chunked\r\n\r\n" + chunk, 413, "/a c 0"),
            ("a head that takes too long", head, 408, "/a - 0"),
            ("a body that takes too long", head + "Content-Length: 9\r\n\r\nabc", 408, "/a c 0"),
        ]
    )
    func rejectedRequestReaches(
        name: String,
        sent: String,
        status: Int,
        body: String
    ) async throws {
        let response = try #require(try await response(sent))
        #expect(response.status == status)
        #expect(response.body == body)
        #expect(response["x-rendered"] == "yes")
        #expect(response["connection"] == "close")
    }

    @Test("a connection over the limit gets 503 without a request")
    func connectionOverLimit() async throws {
        let response = try #require(try await response("", connections: 0))
        #expect(response.status == 503)
        #expect(response.body == " - 0")
    }
}
