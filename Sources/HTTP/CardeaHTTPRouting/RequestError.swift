/// The reason why the server rejects a request by itself: the status, and one line of text for the client.
package struct RequestError: Error, Sendable, Equatable {
    package let status: Int
    package let reason: String

    package static func malformed(_ reason: String) -> Self { Self(status: 400, reason: reason) }
    package static func forbidden(_ reason: String) -> Self { Self(status: 403, reason: reason) }

    package static let malformedTarget = malformed(
        "The path or the query cannot be decoded: it has a broken escape, or is not UTF-8."
    )
    /// Two readers could each take another one of the values.
    package static let repeatedName = malformed("A parameter of the address or the form comes twice.")
    package static let needsTLS = malformed("This port speaks HTTPS: use a URL that begins with https://.")
    package static let timedOut = Self(status: 408, reason: "The request took too long to arrive.")
    package static let bodyTooLarge = Self(status: 413, reason: "The body is too large.")
    package static let targetTooLong = Self(status: 414, reason: "The request target is too long.")
    package static let encodedBody = Self(
        status: 415,
        reason: "The body has a Content-Encoding, which the server does not read. Send it without one."
    )
    package static let headTooLarge = Self(status: 431, reason: "The header fields are too large.")
    package static let handlerTooSlow = Self(status: 503, reason: "The response took too long.")
    package static let tooManyConnections = Self(status: 503, reason: "Too many connections.")
    package static let versionNotSupported = Self(
        status: 505,
        reason: "Only HTTP/1 is supported."
    )
}
