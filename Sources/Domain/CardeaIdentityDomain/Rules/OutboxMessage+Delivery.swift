/// The reason why a message gets no further attempt at once.
package enum RetryError: Error {
    /// An attempt runs.
    case inDelivery
    /// The code in the message has expired.
    case expired
}

/// The rules of delivery: when an attempt is repeated, and when a message is given up.
extension OutboxMessage {
    package static var lease: TimeSpan { schedule.lease }
    package static var maximumAttempts: Int64 { schedule.maximumAttempts }

    /// When the outbox gives the message up: after the longest time of delivery, or when the code expires.
    package var deadline: Timestamp { min(expiresAt, createdAt + Self.schedule.longestDelivery) }

    /// The message while an attempt runs: no other node starts one before the lease ends.
    ///
    /// The attempt counts from its start, so that a message that stops the server is not attempted without end.
    package func claimed(at now: Timestamp) -> Self {
        var message = self
        message.attempts += 1
        message.nextAttemptAt = now + Self.lease
        message.isClaimed = true
        return message
    }

    /// The message after a failed attempt.
    ///
    /// - Parameters:
    ///   - error: Why it failed, without secrets.
    ///   - isPermanent: Whether another attempt would fail, too.
    ///   - pause: The pause that the gateway asked for; the next attempt starts after it.
    ///   - now: The time.
    ///   - jitter: A random number; it spreads the attempts of messages that failed together.
    /// - Returns: The message as it waits for another attempt, or as a dead letter.
    package func failed(
        _ error: String,
        isPermanent: Bool,
        after pause: TimeSpan? = nil,
        at now: Timestamp,
        jitter: UInt64
    ) -> Self {
        var message = self
        message.isClaimed = false
        message.lastError = String(error.prefix(500))
        let next = now + max(Self.delay(after: attempts, jitter: jitter), pause ?? .seconds(0))
        if isPermanent || attempts >= Self.maximumAttempts || next >= deadline {
            message.state = .dead
            message.nextAttemptAt = now
        } else {
            message.nextAttemptAt = next
        }
        return message
    }

    /// The message when an operator wants another attempt.
    package func retried(at now: Timestamp) throws(RetryError) -> Self {
        // A second attempt beside the first would send the message twice.
        guard !isClaimed || now >= nextAttemptAt else { throw .inDelivery }
        guard now < expiresAt else { throw .expired }
        var message = self
        message.isClaimed = false
        message.state = .pending
        message.attempts = 0
        message.nextAttemptAt = now
        return message
    }

    /// The message is given up without an attempt if its time has ended.
    package func expired(at now: Timestamp) -> Self? {
        guard state == .pending, now >= deadline else { return nil }
        var message = self
        message.isClaimed = false
        message.state = .dead
        message.nextAttemptAt = now
        message.lastError = message.lastError ?? "The message was not sent before its code expired."
        return message
    }

    /// The first delay, doubled with each attempt up to the longest one; of that at least the half.
    static func delay(after attempts: Int64, jitter: UInt64) -> TimeSpan {
        let doublings = min(max(attempts - 1, 0), 10)
        let longest = min(
            schedule.firstDelay.milliseconds << doublings,
            schedule.longestDelay.milliseconds
        )
        return TimeSpan(milliseconds: longest / 2 + Int64(jitter % UInt64(longest / 2 + 1)))
    }
}
