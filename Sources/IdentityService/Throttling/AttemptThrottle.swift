package import IdentityDomain
import Locks

/// Slows down those who guess passwords, per account × network, so that a stranger cannot lock a victim out.
///
/// A failure is counted after the hash was computed, and the verdict is given only while attempts are left:
/// guesses that run at the same time gain nothing.
package final class AttemptThrottle: Sendable {
    private let policy: AttemptPolicy
    private let ledger: Mutex<AttemptLedger>

    package init(policy: AttemptPolicy = AttemptPolicy()) {
        self.policy = policy
        ledger = Mutex(AttemptLedger())
    }

    /// How long to wait before an attempt; `nil` when one may be made now.
    package func delay(for attempt: Attempt, now: Timestamp) -> TimeSpan? {
        ledger.withLock { $0.delay(for: attempt, policy, now: now) }
    }

    /// Counts a failure.
    ///
    /// - Returns: How long to wait, when no attempt was left that could have failed; `nil` when one was.
    package func recordFailure(of attempt: Attempt, now: Timestamp) -> TimeSpan? {
        ledger.withLock { ledger in
            if let delay = ledger.delay(for: attempt, policy, now: now) { return delay }
            ledger.recordFailure(of: attempt, policy, now: now)
            return nil
        }
    }

    package func recordSuccess(of attempt: Attempt) {
        ledger.withLock { $0.recordSuccess(of: attempt) }
    }
}
