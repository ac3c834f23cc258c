package import CardeaIdentityDomain

/// A way by which messages of one kind leave the outbox, as data.
///
/// The schedule of the messages says how many attempts run at a time, and when they are repeated.
struct DeliveryChannel<Message: OutboxMessage>: Sendable {
    /// The messages in log lines.
    let name: String
    /// The key of the message's ID in log lines.
    let idKey: String
    let purpose: @Sendable (Message) -> String
    /// Counts an attempt.
    let count: @Sendable (ServiceMetrics.MailAttempt) -> Void
    /// Creates the text of a message and sends it.
    ///
    /// It may run more than once for a message, which has the same ID each time.
    let send: @Sendable (Message) async throws(DeliveryError) -> Void
}

/// The reason why a message was not sent.
package struct DeliveryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Whether another attempt would fail, too.
    package let isPermanent: Bool
    /// One word for the log.
    package let reason: String
    /// The code of the mail server, or the HTTP status of the gateway.
    package let code: Int?
    /// The time for which the gateway wants to get no messages (`Retry-After`, RFC 9110 §10.2.3).
    package let pause: TimeSpan?
    /// The error and its remedy, for the operator; without the content of the message.
    package let description: String

    package init(
        isPermanent: Bool,
        reason: String,
        code: Int? = nil,
        pause: TimeSpan? = nil,
        description: String
    ) {
        self.isPermanent = isPermanent
        self.reason = reason
        self.code = code
        self.pause = pause
        self.description = description
    }

    static let unreadableStore = DeliveryError(
        isPermanent: false,
        reason: "store",
        description: "The settings or the templates could not be read."
    )

    static func permanent(_ reason: String, _ description: String) -> DeliveryError {
        DeliveryError(isPermanent: true, reason: reason, description: description)
    }
}
