/// Requests that servers and proxies have read in different ways, by the trick behind them.
package enum HostileRequests {
    package struct Entry: Sendable, CustomStringConvertible {
        /// The trick.
        package let name: String
        package let bytes: [UInt8]

        package var description: String { "\(name): \(escaped(bytes))" }

        init(_ name: String, _ text: String) { (self.name, bytes) = (name, Array(text.utf8)) }
    }

    /// A request that a server would respond to if it read the body or the end of another request as a request.
    static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

    package static let all: [Entry] =
        framing + fields + lines + chunks + targets + sizes + tails

    /// Two lengths, two codings, and forms of both that some readers mistake.
    private static let framing: [Entry] = [
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Content-Length: 0\r\nTransfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: 5",
        "Content-Length: 5\r\nContent-Length: 0", "Content-Length: 0\r\nContent-Length: 44",
        "Content-Length: 5, 5", "Content-Length: 5,0", "Content-Length: +5", "Content-Length: -5",
        "Content-Length: 0x5", "Content-Length: 5 5", "Content-Length: 5;", "Content-Length: 5.0",
        "Content-Length: 5e0", "Content-Length: \"5\"", "Content-Length:", "Content-Length: ",
        "Content-Length: \u{B}5", "Content-Length: 5\0", "Content-Length: 18446744073709551621",
        "Content-Length: 9223372036854775808", "Content-Length: 4294967301",
        "Content-Length: 00000000000000000005",
        "Content_Length: 5", "Content-Length : 5", "Content-Length\t: 5", " Content-Length: 5",
        "X: y\rContent-Length: 5",
        "X: y\nContent-Length: 5", "X: y\0Content-Length: 5", "Content-\r\n Length: 5",
        "Content-Length:\r\n 5",
        "Content-Length: 5\r\n 0", "Transfer-Encoding: chunked ", "Transfer-Encoding:\tchunked",
        "Transfer-Encoding: CHUNKED", "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: identity, chunked",
        "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: xchunked", "Transfer-Encoding: chunkedx", "Transfer-Encoding: chunked;q=1",
        "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: 'chunked'", "Transfer-Encoding: ,chunked",
        "Transfer-Encoding: chunked,", "Transfer-Encoding: \u{B}chunked", "Transfer-Encoding: chunked\0",
        "Transfer-Encoding: c\0hunked", "Transfer-Encoding: chun\u{212A}ed", "Transfer-Encoding:",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding\t: chunked", "Transfer_Encoding: chunked", "Transfer-Encoding:\r\n chunked",
        "Transfer-\r\n Encoding: chunked", "X: y\nTransfer-Encoding: chunked",
        "X: y\rTransfer-Encoding: chunked",
        "X: y\0\0Transfer-Encoding\0 chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
        "Content-Length: 5\r\nTransfer-Encoding: identity",
        "Content-Length: 5\r\nTransfer-Encoding : chunked",
        "Content-Length: 5\r\nTransfer-Encoding: xchunked",
        "Content-Length: 5\r\nX: y\nTransfer-Encoding: chunked",
        "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nConnection: Upgrade, HTTP2-Settings",
    ].map { entry("framing", "POST / HTTP/1.1\r\nHost: a\r\n\($0)\r\n\r\n0\r\n\r\n") }

    /// Fields that hide another, or with an invalid name or value.
    private static let fields: [Entry] = [
        "X: a\0\0Authorization\0 Bearer b", "X: a\0\nAuthorization: Bearer b", "X: a\0", "X\0: a", "\0X: a",
        "X: \0",
        "X : a", "X\t: a", " X: a", "X Y: a", "X: a\r\n b", "X: a\r\n\tb", "X: a\r\n ", "X: a\rb", "X: a\r",
        "X: a\nY: b",
        "X: a\n b", "X: a\u{1}", "X: a\u{8}", "X: a\u{1B}[2J", "X: a\u{7F}", "X(a): b", "X{a}: b",
        "X\"a\": b", "X@a: b",
        ": a", ":", "X", "X\u{E9}: a", "Host: b", "host: a", "Host : a", "Host: a, b", "X: a\r\n\r",
        "X: a\r\r",
        "Connection: close, X\r\nX: a", "Connection: Content-Length\r\nX: a", "Expect: 100-continue",
        "Expect: 200-ok",
    ].flatMap { field in
        [
            entry("field last", "GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n"),
            entry("field first", "GET / HTTP/1.1\r\n\(field)\r\nHost: a\r\n\r\n"),
        ]
    }

    /// Line ends, empty lines and request lines.
    private static let lines: [Entry] = [
        "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\n",
        "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\rHost: a\r\r",
        "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "\rGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        " GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\0GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\n Host: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET /\r\nHost: a\r\n\r\n",
        "GET /\r\n\r\n",
        "GET / HTTP/0.9\r\nHost: a\r\n\r\n", "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
        "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.10\r\nHost: a\r\n\r\n", "GET / HTTP/01.1\r\nHost: a\r\n\r\n",
        "GET / http/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1,1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\tx\r\nHost: a\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1 GET / HTTP/1.1\r\nHost: a\r\n\r\n", "G\0T / HTTP/1.1\r\nHost: a\r\n\r\n",
        "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", "get / HTTP/1.1\r\nHost: a\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n", "\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n\n",
    ].map { entry("line", $0) }

    private static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// Chunks whose size, end, extension or trailer is read in different ways.
    private static let chunks: [Entry] =
        [
            "5\r\nhello\r\n0\r\n\r\n", "5;a=b\r\nhello\r\n0\r\n\r\n", "5;a=\"b\r\nhello\r\n0\r\n\r\n",
            "05\r\nhello\r\n0\r\n\r\n",
            "A\r\nhellohello\r\n000\r\n\r\n", "0\r\nX: y\r\n\r\n", "0\r\nContent-Length: 5\r\n\r\n",
            "0\r\nTransfer-Encoding: chunked\r\n\r\n", "0\r\nX : y\r\n\r\n", "0\r\nX: y\n\r\n",
            "0\r\n X: y\r\n\r\n", "0\r\nX\r\n\r\n",
            "0\r\nX: \0\r\n\r\n", "5\nhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello0\r\n\r\n",
            "5\r\nhelloXX0\r\n\r\n",
            "5\r\nhello\r\n0\n\n", "5\r\nhello\r\n0\r\n\n", "0;\n\r\n", "5;\nhello\r\n0\r\n\r\n",
            "5;a\rb\r\nhello\r\n0\r\n\r\n",
            "5;\0\r\nhello\r\n0\r\n\r\n", "5 ;a\r\nhello\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n",
            " 5\r\nhello\r\n0\r\n\r\n",
            "\t5\r\nhello\r\n0\r\n\r\n", "+5\r\nhello\r\n0\r\n\r\n", "-5\r\nhello\r\n0\r\n\r\n",
            "0x5\r\nhello\r\n0\r\n\r\n",
            "5h\r\nhello\r\n0\r\n\r\n", "5,5\r\nhello\r\n0\r\n\r\n", "\r\n5\r\nhello\r\n0\r\n\r\n",
            "\r\n0\r\n\r\n", ";\r\n0\r\n\r\n",
            "g\r\n\r\n", "5\r\nhel", "100000000\r\nhello\r\n0\r\n\r\n", "100000005\r\nhello\r\n0\r\n\r\n",
            "10000000000000005\r\nhello\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n",
            "7FFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n", "fffffffffffffffffffffff0\r\nhello\r\n0\r\n\r\n",
            "5\r\nhello\r\n5\r\nhello\r\n-1\r\n\r\n", "5\r\nhello\r\n0", "5\r\nhello\r\n0\r\n",
            "5\r\nhello\r\n0\r\n\r",
            "0000000000000000000000000000000000000000000005\r\nhello\r\n0\r\n\r\n",
        ].map { entry("chunk", chunked + $0) } + [
            entry(
                "chunk line",
                chunked + "5;" + String(repeating: "a", count: 40_000) + "\r\nhello\r\n0\r\n\r\n"
            ),
            entry("endless chunk line", chunked + "1;" + String(repeating: "a", count: 40_000)),
            entry("endless chunk size", chunked + String(repeating: "0", count: 40_000)),
            entry("endless trailer", chunked + "0\r\nX: " + String(repeating: "a", count: 40_000)),
            entry("many trailers", chunked + "0\r\n" + String(repeating: "X: y\r\n", count: 10_000)),
        ]

    /// Targets in forms for proxies, and with characters that must be encoded.
    private static let targets: [Entry] =
        [
            "http://a/", "http://b/", "https://a:443/b?c", "http://a", "http://u:p@a/", "http:/a", "http:a",
            "ftp://a/", "//a/b",
            "///", "a", "a:80", "*", "*a", "?a", "", "/a b", "/a\tb", "/a#b", "/\0", "/a\0b", "/\u{1}",
            "/\u{7F}", "/\u{E9}",
            "/a\\b", "/%00", "/%", "/%2e%2e/a", "/../a", "/a%0d%0aX:y", "/a?b\0", "/a\r/b", "/a\n/b",
        ].map { entry("target", "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n") } + [
            entry("authority", "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n"),
            entry("asterisk", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
        ]

    /// Parts beyond every server's limits.
    private static let sizes: [Entry] = [
        entry("method", String(repeating: "A", count: 40_000) + " / HTTP/1.1\r\nHost: a\r\n\r\n"),
        entry("target", "GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"),
        entry("endless target", "GET /" + String(repeating: "a", count: 40_000)),
        entry(
            "field value",
            "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 40_000) + "\r\n\r\n"
        ),
        entry(
            "field name",
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "a", count: 40_000) + ": b\r\n\r\n"
        ),
        entry("endless field", "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 40_000)),
        entry(
            "fields",
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 2_000) + "\r\n"
        ),
        entry(
            "endless fields",
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 8_000)
        ),
        entry(
            "white space",
            "GET / HTTP/1.1\r\nHost: a\r\nX:" + String(repeating: " ", count: 40_000) + "\r\n\r\n"
        ),
        entry(
            "query",
            "GET /?" + (0..<450).map { "a\($0)&" }.joined() + " HTTP/1.1\r\nHost: a\r\n\r\n"
        ),
        entry("cookie", "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=\"\r\n\r\n"),
        entry("announced", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\nhello"),
        entry("chunk", chunked + "5f5e0ff\r\nhello"),
    ]

    /// Bytes after a request whose end is ambiguous.
    private static let tails: [Entry] = [
        entry(
            "body of GET",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: \(smuggled.utf8.count)\r\n\r\n" + smuggled
        ),
        entry(
            "chunks of GET",
            "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled
        ),
        entry(
            "body of HEAD",
            "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: \(smuggled.utf8.count)\r\n\r\n" + smuggled
        ),
        entry("too short", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello\r\n" + smuggled),
        entry("garbage", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloX" + smuggled),
        entry("after close", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + smuggled),
        entry("after 1.0", "GET / HTTP/1.0\r\n\r\n" + smuggled),
        entry("after a rejection", "GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n" + smuggled),
        entry("behind chunks", chunked + "5\r\nhello\r\n0\r\n\r\n" + smuggled),
        entry("behind a trailer", chunked + "0\r\nX: y\r\n\r\n" + smuggled),
        entry("within a trailer", chunked + "0\r\n" + smuggled),
        entry(
            "expectation",
            "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello" + smuggled
        ),
        entry(
            "expectation unmet",
            "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n"
                + smuggled
        ),
        entry("pipeline", String(repeating: "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", count: 100)),
        entry(
            "pipeline with a fault",
            String(repeating: "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", count: 20) + "X\r\n\r\n" + smuggled
        ),
    ]

    private static func entry(_ name: String, _ text: String) -> Entry { Entry(name, text) }
}

/// Bytes as a message can show them.
package func escaped(_ bytes: [UInt8]) -> String {
    let text = bytes.prefix(400).map { (32...126).contains($0) ? String(UnicodeScalar($0)) : "<\($0)>" }
    return text.joined() + (bytes.count > 400 ? "… \(bytes.count) bytes" : "")
}
