import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport

/// A request that is safe to put on the wire, in libcurl's terms.
struct OutgoingRequest: Sendable {
    let method: String
    /// Whether it may be sent again when nobody knows if it has been received.
    let isIdempotent: Bool
    let url: String
    /// Whether the address names this machine.
    let isLoopback: Bool
    /// Header lines; `name;` stands for an empty value.
    let lines: [String]
    let content: Content
    /// Whether its content or its answer's goes and comes piece by piece, and may have to wait for this side.
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

        /// Whether it may be more than a server takes over HTTP/2 without a word (RFC 9113 §6.9.2).
        var mayOutgrowWindow: Bool {
            if case .data(let data) = self { data.count > 65_535 } else { false }
        }

        /// Whether a refusal that comes first saves more than the question costs.
        var isWorthAsking: Bool {
            guard case .stream(let length) = self else { return false }
            return length.map { $0 > 1 << 20 } ?? true
        }
    }

    /// Takes a request that no part of can be mistaken for another part.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - streamed: The content, in place of the request's body.
    ///   - isStreamed: Whether what goes and comes is streamed.
    /// - Throws: `invalidRequest` for all others.
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
        // libcurl asks the server before it streams content ("Expect: 100-continue"), unless told not to.
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
