package import Foundation

/// A response, and when the server gave it by its own clock.
package struct ServerResponse<Answer: Sendable>: Sendable {
    package let answer: Answer
    /// The `Date` field; `nil` when there was none.
    package let date: Date?

    package init(_ answer: Answer, at date: Date?) {
        self.answer = answer
        self.date = date
    }
}
