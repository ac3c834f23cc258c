import HTTPRouting

/// Why the server does not hand a request to its responder: the status, and one line of text for the client.
struct Refusal: Error, Equatable {
    let status: Int
    let reason: String

    static func malformed(_ reason: String) -> Refusal { Refusal(status: 400, reason: reason) }

    static let timedOut = Refusal(status: 408, reason: "The request took too long to arrive.")
    static let bodyTooLarge = Refusal(status: 413, reason: "The body is too large.")
    static let targetTooLong = Refusal(status: 414, reason: "The request target is too long.")
    static let headTooLarge = Refusal(status: 431, reason: "The header fields are too large.")
    static let tooManyConnections = Refusal(status: 503, reason: "Too many connections.")

    /// The whole message, for where it must be written by hand.
    var message: [UInt8] {
        let body = "\(reason)\n"
        let head = [
            "HTTP/1.1 \(status) Refused",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Length: \(body.utf8.count)",
            "Connection: close",
        ]
        return Array("\(head.joined(separator: "\r\n"))\r\n\r\n\(body)".utf8)
    }
}

extension Response {
    /// The answer that tells a client of its refusal.
    init(_ refusal: Refusal) {
        self = .text(refusal.reason, status: refusal.status)
    }
}
