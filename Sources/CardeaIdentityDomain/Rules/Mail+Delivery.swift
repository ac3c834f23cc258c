/// The rules of delivery: when an attempt is repeated, and when a message is given up.
extension Mail {
    /// How long one attempt has the message for itself.
    ///
    /// Longer than the longest attempt. If the server stops in an attempt, another attempt starts after it.
    package static let lease = TimeSpan.minutes(5)

    /// The largest number of attempts.
    package static let maximumAttempts: Int64 = 20

    /// The longest time in which delivery is attempted.
    private static let longestDelivery = TimeSpan.days(1)

    private static let firstDelay: Int64 = 30_000
    private static let longestDelay: Int64 = 7_200_000

    /// When the outbox gives the message up: after 24 hours, or when the code expires.
    package var deadline: Timestamp { min(expiresAt, createdAt + Self.longestDelivery) }

    /// The message while an attempt runs: no other node starts one before the lease ends.
    ///
    /// The attempt counts from its start, so that a message that stops the server is not attempted without end.
    package func claimed(at now: Timestamp) -> Mail {
        var mail = self
        mail.attempts += 1
        mail.nextAttemptAt = now + Self.lease
        return mail
    }

    /// The message after a failed attempt.
    ///
    /// - Parameters:
    ///   - error: Why it failed, without secrets.
    ///   - isPermanent: Whether another attempt would fail, too.
    ///   - now: The time.
    ///   - jitter: A random number; it spreads the attempts of messages that failed together.
    /// - Returns: The message as it waits for another attempt, or as a dead letter.
    package func failed(_ error: String, isPermanent: Bool, at now: Timestamp, jitter: UInt64) -> Mail {
        var mail = self
        mail.lastError = String(error.prefix(500))
        let next = now + Self.delay(after: attempts, jitter: jitter)
        if isPermanent || attempts >= Self.maximumAttempts || next >= deadline {
            mail.state = .dead
            mail.nextAttemptAt = now
        } else {
            mail.nextAttemptAt = next
        }
        return mail
    }

    /// The message when an operator wants another attempt; `nil` if its link has expired.
    package func retried(at now: Timestamp) -> Mail? {
        guard now < expiresAt else { return nil }
        var mail = self
        mail.state = .pending
        mail.attempts = 0
        mail.nextAttemptAt = now
        return mail
    }

    /// The message is given up without an attempt if its time is over.
    package func expired(at now: Timestamp) -> Mail? {
        guard state == .pending, now >= deadline else { return nil }
        var mail = self
        mail.state = .dead
        mail.nextAttemptAt = now
        mail.lastError = mail.lastError ?? "The message was not sent before its link expired."
        return mail
    }

    /// 30 seconds, doubled with each attempt up to two hours; of that at least the half.
    static func delay(after attempts: Int64, jitter: UInt64) -> TimeSpan {
        let doublings = min(max(attempts - 1, 0), 10)
        let longest = min(firstDelay << doublings, longestDelay)
        return TimeSpan(milliseconds: longest / 2 + Int64(jitter % UInt64(longest / 2 + 1)))
    }
}
