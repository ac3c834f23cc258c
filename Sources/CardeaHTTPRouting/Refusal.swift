/// Why a server does not hand a request to its responder: the status, and one line of text for the client.
package struct Refusal: Error, Sendable, Equatable {
    package let status: Int
    package let reason: String

    package static func malformed(_ reason: String) -> Refusal { Refusal(status: 400, reason: reason) }
    package static func forbidden(_ reason: String) -> Refusal { Refusal(status: 403, reason: reason) }

    package static let timedOut = Refusal(status: 408, reason: "The request took too long to arrive.")
    package static let bodyTooLarge = Refusal(status: 413, reason: "The body is too large.")
    package static let targetTooLong = Refusal(status: 414, reason: "The request target is too long.")
    package static let headTooLarge = Refusal(status: 431, reason: "The header fields are too large.")
    package static let handlerTooSlow = Refusal(status: 503, reason: "The request took too long to answer.")
    package static let versionNotSupported = Refusal(
        status: 505,
        reason: "Only HTTP/1.0 and HTTP/1.1 are supported."
    )
    package static let tooManyConnections = Refusal(status: 503, reason: "Too many connections.")
}
