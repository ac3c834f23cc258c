/// The body of a rejected request.
package struct ErrorResponse: Sendable, Codable {
    package struct Body: Sendable, Codable {
        /// The HTTP status.
        package let code: Int
        /// `CODE`, `CODE : what happened`, or a sentence where `status` is the code.
        package let message: String
        package let errors: [Item]?
        /// A gRPC status name such as `INVALID_ARGUMENT`.
        package let status: String?
        /// More about the end of a session.
        package let details: [Detail]?

        package init(
            code: Int,
            message: String,
            errors: [Item]?,
            status: String? = nil,
            details: [Detail]? = nil
        ) {
            self.code = code
            self.message = message
            self.errors = errors
            self.status = status
            self.details = details
        }
    }

    /// The end of a session.
    package struct Detail: Sendable, Codable, Equatable {
        /// `SESSION_EVICTED` or `SESSION_IDLE`.
        package let reason: String
        /// The time of the end, or of the last use (RFC 3339).
        package let time: String?
        /// The class of the device that took the place of the session.
        package let deviceClass: String?

        package init(reason: String, time: String? = nil, deviceClass: String? = nil) {
            self.reason = reason
            self.time = time
            self.deviceClass = deviceClass
        }
    }

    package struct Item: Sendable, Codable {
        package let message: String
        package let reason: String
        package let domain: String

        package init(message: String, reason: String, domain: String = "global") {
            self.message = message
            self.reason = reason
            self.domain = domain
        }
    }

    package let error: Body

    package init(_ error: Body) { self.error = error }
}

extension ErrorResponse.Body {
    /// The code of the error, and the text beside it; the code is empty if the body has only a sentence.
    package var reason: (code: IdentityToolkitErrorCode, text: String?) {
        let parts = message.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map(Self.trimmed)
        guard let name = parts.first, !name.isEmpty, name.utf8.allSatisfy(Self.isCodeCharacter) else {
            return (IdentityToolkitErrorCode(rawValue: status ?? ""), message)
        }
        return (IdentityToolkitErrorCode(rawValue: name), parts.dropFirst().first)
    }

    private static func trimmed(_ text: Substring) -> String {
        let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
        return String(text[..<end].drop(while: \.isWhitespace))
    }

    private static func isCodeCharacter(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
