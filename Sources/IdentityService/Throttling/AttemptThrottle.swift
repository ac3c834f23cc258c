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

    package func recordFailure(of attempt: Attempt, now: Timestamp) {
        ledger.withLock { $0.recordFailure(of: attempt, policy, now: now) }
    }

    package func recordSuccess(of attempt: Attempt) {
        ledger.withLock { $0.recordSuccess(of: attempt) }
    }
}
