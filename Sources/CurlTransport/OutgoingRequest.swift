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
    let body: Data?
    let decompresses: Bool
    let timeout: Duration

    /// Takes a request that no part of can be mistaken for another part.
    ///
    /// - Throws: `invalidRequest` for all others.
    init(_ request: HTTPRequest) throws(TransportError) {
        guard Self.isToken(request.method.rawValue), request.method != .head || request.body == nil else {
            throw .invalidRequest("The method cannot be sent")
        }
        method = request.method.rawValue
        (url, isLoopback) = try Self.address(request.url)
        decompresses = request.fields["accept-encoding"] == nil
        lines = try Self.lines(request)
        body = request.body
        timeout = min(max(request.timeout, .zero), .seconds(86400))
    }

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
        // libcurl would wait for "100 Continue" before it sends a body.
        var lines = ["Expect:"]
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
