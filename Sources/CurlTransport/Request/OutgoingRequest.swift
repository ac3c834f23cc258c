import Foundation
import HTTPMessages
import HTTPTransport

/// A request that is safe to put on the wire, in libcurl's terms.
struct OutgoingRequest: Sendable {
    let method: String
    let url: String
    /// Whether the address names this machine.
    let isLoopback: Bool
    /// Header lines; `name;` stands for an empty value.
    let lines: [String]
    let content: Content
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
    /// - Throws: `invalidRequest` for all others.
    init(_ request: HTTPRequest, sending streamed: HTTPContent? = nil) throws(TransportError) {
        let hasContent = request.body != nil || streamed != nil
        guard Self.isToken(request.method.rawValue), request.method != .head || !hasContent else {
            throw .invalidRequest("The method cannot be sent")
        }
        method = request.method.rawValue
        (url, isLoopback) = try Self.address(request.url)
        decompresses = request.fields["accept-encoding"] == nil
        content = Content(streamed, or: request.body)
        // libcurl asks the server before it streams content ("Expect: 100-continue"), unless told not to.
        lines = try Self.lines(request) + (content.isWorthAsking ? [] : ["Expect:"])
        timeout = min(max(request.timeout, .zero), .seconds(86400))
    }

    /// Whether it may be sent again when nobody knows if it has been received (RFC 9110 §9.2.2).
    var isIdempotent: Bool { ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(method) }

    private static func address(_ url: URL) throws(TransportError) -> (String, isLoopback: Bool) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: true), !host.isEmpty, url.user == nil, url.password == nil
        else {
            throw .invalidRequest("The address is not an absolute one of http or https without credentials")
        }
        // What is left out here could mean one thing to Foundation and another to libcurl.
        let text = url.absoluteString
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else {
            throw .invalidRequest("The address holds characters that have no place there")
        }
        return (text, host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127."))
    }

    private static func lines(_ request: HTTPRequest) throws(TransportError) -> [String] {
        var lines: [String] = []
        for field in request.fields {
            let name = field.name.description
            guard isToken(name), field.value.utf8.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 }) else {
                throw .invalidRequest("A header field holds characters that have no place there")
            }
            guard !ownFields.contains(name) else {
                throw .invalidRequest("The field \(name) belongs to the transport")
            }
            lines.append(field.value.isEmpty ? "\(name);" : "\(name): \(field.value)")
        }
        // libcurl would name a type of its own.
        if request.fields[.contentType] == nil { lines.append("Content-Type:") }
        return lines
    }

    /// Fields that frame a message or rule the connection: with them one request could become two.
    private static let ownFields: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// A `token` of RFC 9110 §5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
