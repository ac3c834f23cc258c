import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport

/// A request that is safe to put on the wire, in libcurl's terms.
struct OutgoingRequest: Sendable {
    let method: String
    /// Whether the request may be sent again if it is unknown whether the server received it.
    let isIdempotent: Bool
    let url: String
    /// Whether the address names this machine.
    let isLoopback: Bool
    /// Header lines; `name;` is a field with an empty value.
    let lines: [String]
    let content: Content
    /// Whether a body is streamed in either direction, so that the exchange may be paused.
    let isStreamed: Bool
    let decompresses: Bool
    let timeout: Duration

    /// Where the bytes come from.
    enum Content {
        case none
        case data(Data)
        case stream(length: Int64?)

        init(_ streamed: HTTPContent?, or body: Data?) {
            self =
                switch (streamed, body) {
                case (let streamed?, _) where streamed.length == 0: .data(Data())
                case (let streamed?, _): .stream(length: streamed.length)
                case (nil, let body?): .data(body)
                case (nil, nil): .none
                }
        }

        /// Whether the body may exceed the initial window of HTTP/2 (RFC 9113 §6.9.2).
        var mayOutgrowWindow: Bool {
            if case .data(let data) = self { data.count > 65_535 } else { false }
        }

        /// Whether an early rejection saves more than the `Expect` round trip costs.
        var isWorthAsking: Bool {
            guard case .stream(let length) = self else { return false }
            return length.map { $0 > 1 << 20 } ?? true
        }
    }

    /// Creates a request of which no part can be mistaken for another part.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - streamed: The body, instead of the request's body.
    ///   - isStreamed: Whether a body is streamed in either direction.
    /// - Throws: `invalidRequest` for all other requests.
    init(
        _ request: CardeaRequest,
        sending streamed: HTTPContent? = nil,
        isStreamed: Bool = false
    ) throws(TransportError) {
        try request.validate(hasContent: request.body != nil || streamed != nil)
        method = request.method.rawValue
        isIdempotent = RequestMethod.idempotent.contains(request.method)
        url = request.url.absoluteString
        let host = (request.url.host(percentEncoded: true) ?? "").lowercased()
        let isNumber = host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
        isLoopback =
            ["localhost", "::1", "[::1]"].contains(host) || isNumber && host.hasPrefix("127.")
        self.isStreamed = isStreamed
        decompresses = request.fields["accept-encoding"] == nil
        content = Content(streamed, or: request.body)
        // libcurl asks the server before it streams a body (`Expect: 100-continue`); an empty field prevents that.
        lines = Self.lines(request) + (content.isWorthAsking ? [] : ["Expect:"])
        timeout = min(max(request.timeout, .zero), .seconds(86400))
    }

    private static func lines(_ request: CardeaRequest) -> [String] {
        var lines = request.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        // libcurl would name a type of its own.
        if request.fields[.contentType] == nil { lines.append("Content-Type:") }
        return lines
    }
}
