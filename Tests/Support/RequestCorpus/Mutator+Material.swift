/// The requests that the mutator changes, and the bytes that it inserts.
extension Mutator {
    /// Valid requests.
    package static let seeds = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a/b?c=d&e=%20f HTTP/1.1\r\nHost: example.com:80\r\nAccept: */*\r\n\r\n",
        "HEAD /a HTTP/1.1\r\nHost: a\r\nUser-Agent: b/1.0 (c; d)\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{\"email\":\"a@b.c\"}",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\nHost: a\r\n\r\n1;a=b\r\nx\r\nA\r\n0123456789\r\n0\r\nX-T: u\r\n\r\n",
        "PUT /a HTTP/1.1\r\nHost: [::1]:8080\r\nContent-Length: 0\r\nX-Empty:\r\nX-Space: \t b c \t\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\nOrigin: https://b\r\nAccess-Control-Request-Method: POST\r\n\r\n",
        "GET http://a/b?c HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET /a HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n",
        "DELETE /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
        "GET /a HTTP/1.1\r\nHost: a\r\nCookie: b=c; d=\"e\"\r\nAuthorization: Bearer f.g.h\r\n\r\n",
        "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nxGET /2 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3 HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    ]

    static let dangerousBytes: [UInt8] = [
        0, 1, 8, 9, 10, 11, 12, 13, 27, 32, 34, 35, 40, 44, 45, 47, 48, 58, 59, 61, 92, 123, 127, 128, 133,
        160, 255,
    ]

    static let fragments = [
        "\r\n", "\r\n\r\n", "\n", "\n\n", "\r", "\0", "\0\0", " ", "\t", "\r\n ", "\r\n\t", ";", ",", ":",
        "0\r\n\r\n", "HTTP/1.1",
        "Host: a\r\n", "GET /x HTTP/1.1\r\nHost: a\r\n\r\n", "\u{85}", "\u{2028}", "\u{212A}", "%00",
        "%0d%0a",
        "chunked", "close",
    ]

    static let lineEnds = [
        "\n", "\r", "\r\r\n", "\n\r", "\r\n\r\n", "\r\n ", " \r\n", "\0\n", "\0\r\n", "\u{B}", "",
    ]

    static let hostileFields = [
        "Content-Length: 5", "Content-Length: 0", "Content-Length: 1000", "content-length:5",
        "Content-Length: 5, 5",
        "Content-Length: +5", "Content-Length:", "Transfer-Encoding: chunked", "Transfer-Encoding: identity",
        "Transfer-Encoding : chunked", "transfer-encoding:chunked ", "Transfer-Encoding: gzip, chunked",
        "Host: b", "Host:",
        "Connection: close", "Connection: keep-alive", "Connection: close, keep-alive", "Connection: upgrade",
        "Expect: 100-continue", "Upgrade: h2c", "X: a\0\0Content-Length\0 5", "X: y",
        "X-Long: " + String(repeating: "a", count: 300),
        " folded", ": nameless", "Trailer: X-T", "TE: trailers",
    ]

    static let numbers = [
        "", "0", "00", "1", "2", "9", "-1", "+1", " 1", "1 ", "0x1", "a", "1.0", "1e1", "99999999",
        "4294967297",
        "18446744073709551617", "99999999999999999999999",
    ]
}
