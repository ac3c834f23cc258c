/// A message that waits in the outbox until it is delivered or given up.
package protocol OutboxMessage: Sendable, Equatable {
    var createdAt: Timestamp { get }
    /// When the code in the message expires.
    var expiresAt: Timestamp { get }
    /// The number of attempts that were started.
    var attempts: Int64 { get set }
    /// The next attempt starts at this time or later.
    ///
    /// While an attempt runs, the end of its lease.
    var nextAttemptAt: Timestamp { get set }
    var state: DeliveryState { get set }
    /// Why the last attempt failed, without secrets.
    var lastError: String? { get set }

    static var schedule: DeliverySchedule { get }
}

/// Whether the outbox still tries to deliver a message.
package enum DeliveryState: String, Sendable, CaseIterable {
    case pending
    /// A dead letter: the outbox has given it up, and keeps it for the operator.
    case dead
}

/// When attempts to deliver a message are repeated.
package struct DeliverySchedule: Sendable {
    /// How long one attempt has the message for itself.
    ///
    /// Longer than the longest attempt. If the server stops in an attempt, another attempt starts after it.
    package let lease: TimeSpan
    /// The largest number of attempts.
    package let maximumAttempts: Int64
    /// The longest time in which delivery is attempted.
    package let longestDelivery: TimeSpan
    /// The time between the first two attempts, which is doubled with each attempt.
    package let firstDelay: TimeSpan
    package let longestDelay: TimeSpan
}

extension Mail {
    package static let schedule = DeliverySchedule(
        lease: .minutes(5),
        maximumAttempts: 20,
        longestDelivery: .days(1),
        firstDelay: .seconds(30),
        longestDelay: .seconds(7200)
    )
}

extension TextMessage {
    /// A user waits for the code: the first delays are short.
    package static let schedule = DeliverySchedule(
        lease: .minutes(2),
        maximumAttempts: 20,
        longestDelivery: .days(1),
        firstDelay: .seconds(2),
        longestDelay: .minutes(1)
    )
}
