import Foundation
import Testing

@testable import CardeaSession

struct LoopbackRequestTests {
    private static let redirect = Fixture.url("http://127.0.0.1:4711/callback")
    private static let host = "Host: 127.0.0.1:4711\r\n"

    static let requests: [(String, LoopbackRequest)] = [
        ("", .incomplete),
        ("GET /callback?code=c HTTP/1.1\r\n\(host)", .incomplete),
        (
            "GET /callback?code=c HTTP/1.1\r\n\(host)\r\n",
            .callback(Fixture.url("http://127.0.0.1:4711/callback?code=c"))
        ),
        (
            "GET /callback HTTP/1.0\r\nhost:127.0.0.1:4711 \r\n\r\n",
            .callback(Fixture.url("http://127.0.0.1:4711/callback"))
        ),
        ("GET /callback/ HTTP/1.1\r\n\(host)\r\n", .rejected(status: 404)),
        ("GET //evil.example/callback HTTP/1.1\r\n\(host)\r\n", .rejected(status: 404)),
        ("GET http://127.0.0.1:4711/callback HTTP/1.1\r\n\(host)\r\n", .rejected(status: 400)),
        ("POST /callback HTTP/1.1\r\n\(host)\r\n", .rejected(status: 405)),
        ("GET /callback HTTP/2\r\n\(host)\r\n", .rejected(status: 400)),
        ("GET /callback\r\n\r\n", .rejected(status: 400)),
        ("GET /callback HTTP/1.1\r\n\r\n", .rejected(status: 400)),
        ("GET /callback HTTP/1.1\r\nHost: evil.example:4711\r\n\r\n", .rejected(status: 400)),
        ("GET /callback HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", .rejected(status: 400)),
        ("GET /callback HTTP/1.1\r\n\(host)\(host)\r\n", .rejected(status: 400)),
        (String(repeating: "x", count: LoopbackRequest.longestHead + 1), .rejected(status: 431)),
    ]

    @Test("only a GET of the redirect address itself, under its own name, is a callback", arguments: requests)
    func read(text: String, expected: LoopbackRequest) {
        #expect(LoopbackRequest(Array(text.utf8), redirect: Self.redirect) == expected)
    }

    @Test("bytes that are not text are rejected as a request")
    func junk() {
        let bytes = Array("GET /callback HTTP/1.1\r\n\(Self.host)X: ".utf8) + [0xff] + Array("\r\n\r\n".utf8)
        #expect(LoopbackRequest(bytes, redirect: Self.redirect) == .incomplete)
    }
}
