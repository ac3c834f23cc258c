package import Foundation

/// A response, and when the server gave it by its own clock.
package struct ServerResponse<Message: Sendable>: Sendable {
    package let message: Message
    /// The `Date` field; `nil` when there was none.
    package let date: Date?

    package init(_ message: Message, at date: Date?) {
        self.message = message
        self.date = date
    }
}
