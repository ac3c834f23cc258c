import CardeaEncodings
import Foundation
public import CardeaHTTPTransport

extension HeaderFields {
    /// The time for which the server wants to be left alone: seconds, or a date (RFC 9110 §10.2.3).
    func retryAfter(now: Date) -> Duration? {
        guard let text = self[.retryAfter] else { return nil }
        if let seconds = UInt32(digits: text) { return .seconds(seconds) }
        guard let date = HTTPDate.parse(text) else { return nil }
        return Swift.max(.zero, .seconds(date.timeIntervalSince(now)))
    }
}

extension CardeaResponse {
    /// The time for which the server wants to be left alone (`Retry-After`, RFC 9110 §10.2.3); `nil` if it does not
    /// say.
    ///
    /// A date counts from the server's own time (`Date`), if the response has it.
    public var retryAfter: Duration? { fields.retryAfter(now: date ?? Date()) }
}

extension UInt32 {
    /// Reads digits and nothing else; a number that is too great is the greatest there is.
    init?(digits text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        self = UInt32(text) ?? .max
    }
}
