import CardeaEncodings
import Foundation

/// A browser's request to the redirect address on this machine (RFC 8252 §7.3).
enum LoopbackRequest: Equatable {
    /// The head is not complete yet.
    case incomplete
    /// The redirect address was asked for, with this query.
    case callback(URL)
    /// Anything else, and the status that says so.
    case rejected(status: Int)

    /// The largest number of bytes that a head may have.
    static let longestHead = 16_384

    /// Reads a request as far as it has come.
    ///
    /// The host is compared, so that no page of another site reaches in under a name of its own.
    init(_ bytes: [UInt8], redirect: URL) {
        guard bytes.count <= Self.longestHead else {
            self = .rejected(status: 431)
            return
        }
        guard let text = String(validUTF8: bytes), let end = text.firstRange(of: "\r\n\r\n")
        else {
            self = .incomplete
            return
        }
        let lines = text[..<end.lowerBound].split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
            self = .rejected(status: 400)
            return
        }
        guard words[0] == "GET" else {
            self = .rejected(status: 405)
            return
        }
        let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
            .map { $0.dropFirst(5).trimmingCharacters(in: .whitespaces) }
        guard let base = WebOrigin(redirect), hosts == ["\(base.host):\(base.port)"],
            let url = URL(string: "\(base)\(words[1])")
        else {
            self = .rejected(status: 400)
            return
        }
        let path = words[1].prefix { $0 != "?" }
        self =
            path.exact == redirect.path(percentEncoded: true).exact ? .callback(url) : .rejected(status: 404)
    }
}

/// The response to the browser.
enum LoopbackResponse {
    /// A whole response; the page needs no other resources and allows none.
    static func bytes(status: Int, page: String) -> [UInt8] {
        let reason = status == 200 ? "OK" : "Rejected"
        let body = status == 200 ? page : "\(status)\n"
        let head = """
            HTTP/1.1 \(status) \(reason)\r
            Content-Type: text/\(status == 200 ? "html" : "plain"); charset=utf-8\r
            Content-Length: \(body.utf8.count)\r
            Content-Security-Policy: default-src 'none'\r
            Cache-Control: no-store\r
            Referrer-Policy: no-referrer\r
            Connection: close\r
            \r

            """
        return Array((head + body).utf8)
    }
}
