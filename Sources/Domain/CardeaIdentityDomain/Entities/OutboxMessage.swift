/// A message that waits in the outbox until it is delivered or given up.
package protocol OutboxMessage: Sendable, Equatable {
    associatedtype ID: TextIdentifier

    /// The same in each attempt, so that a recipient can recognise a message that came twice.
    var id: ID { get }
    var pool: UserPool { get }
    /// The messages that share a destination also share its share of the concurrent attempts.
    var destination: String { get }
    var createdAt: Timestamp { get }
    /// When the code in the message expires.
    var expiresAt: Timestamp { get }
    /// The number of attempts that were started.
    var attempts: Int64 { get set }
    /// The next attempt starts at this time or later.
    ///
    /// While an attempt runs, the end of its lease.
    var nextAttemptAt: Timestamp { get set }
    /// Whether an attempt has the message until then.
    ///
    /// After a crash the attempt has ended when its lease ends.
    var isClaimed: Bool { get set }
    var state: DeliveryState { get set }
    /// The reason why the last attempt failed, without secrets.
    var lastError: String? { get set }

    static var schedule: DeliverySchedule { get }
    /// The change to the messages of this kind.
    static func change(_ change: OutboxChange<Self>) -> Change
    /// Reads the messages of this kind that a query names.
    static func read(_ query: OutboxQuery, from reader: some RowReader) throws(StoreError) -> [Self]
}

/// Whether the outbox still tries to deliver a message.
package enum DeliveryState: String, Sendable, CaseIterable {
    case pending
    /// A dead letter: the outbox has given it up, and keeps it for the operator.
    case dead
}

/// The number of attempts that run at a time, and the delays of their repetitions.
package struct DeliverySchedule: Sendable {
    /// The largest number of attempts that run at a time on one node.
    package let concurrency: Int
    /// The largest number of these for one destination: a slow one leaves the rest to others.
    package let concurrencyPerDestination: Int
    /// The time for which one attempt has the message for itself.
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
