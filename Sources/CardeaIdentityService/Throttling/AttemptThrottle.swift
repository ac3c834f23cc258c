package import CardeaIdentityDomain
import CardeaLocks

/// Slows down those who guess passwords or addresses, without closing the service to others.
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

    /// Decides about an attempt before any work is done for it.
    package func admit(_ attempt: Attempt, now: Timestamp) -> AttemptAdmission {
        ledger.withLock { $0.admit(attempt, policy, now: now) }
    }

    /// Counts a failure.
    ///
    /// - Returns: How long to wait, when no attempt was left that could have failed; `nil` when one was.
    package func recordFailure(of attempt: Attempt, now: Timestamp) -> TimeSpan? {
        ledger.withLock { $0.recordFailure(of: attempt, policy, now: now) }
    }

    /// Forgives whoever knows the password the failures on that account.
    ///
    /// - Returns: How long to wait, when no attempt was left.
    package func recordSuccess(of attempt: Attempt, now: Timestamp) -> TimeSpan? {
        ledger.withLock { $0.recordSuccess(of: attempt, policy, now: now) }
    }

    /// Counts an account that is to be created.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - network: Where the request comes from.
    ///   - limit: The most accounts in an hour; 0 for no limit.
    ///   - now: The moment on the steady clock.
    /// - Returns: How long to wait if the limit is reached.
    package func countNewAccount(
        in project: ProjectID,
        from network: Network,
        limit: Int,
        now: Timestamp
    ) -> TimeSpan? {
        guard limit > 0 else { return nil }
        return ledger.withLock {
            $0.countNewAccount(in: project, from: network, .perHour(limit), policy, now: now)
        }
    }

    /// Counts a code that is sent to an address, whether a user has it or not.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - pool: Where its user would be.
    ///   - network: Where the request comes from.
    ///   - perRecipient: The most codes for the address in an hour; 0 for no limit.
    ///   - perAddress: The most requests of the network in an hour; 0 for no limit.
    ///   - now: The moment on the steady clock.
    /// - Returns: How long to wait if a limit is reached.
    package func countCode(
        to email: EmailAddress,
        in pool: UserPool,
        from network: Network,
        perRecipient: Int,
        perAddress: Int,
        now: Timestamp
    ) -> TimeSpan? {
        ledger.withLock {
            $0.countCode(
                to: email,
                in: pool,
                from: network,
                recipient: perRecipient > 0 ? .perHour(perRecipient) : nil,
                sender: perAddress > 0 ? .perHour(perAddress) : nil,
                policy,
                now: now
            )
        }
    }

    /// Counts a code that is sent to a phone number, whether a user has it or not.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form.
    ///   - pool: Where its user would be.
    ///   - network: Where the request comes from.
    ///   - rates: How often codes are sent.
    ///   - now: The moment on the steady clock.
    /// - Returns: How long to wait if a limit is reached.
    package func countPhoneCode(
        to phoneNumber: String,
        in pool: UserPool,
        from network: Network,
        _ rates: PhoneCodeRates,
        now: Timestamp
    ) -> TimeSpan? {
        ledger.withLock {
            $0.countPhoneCode(to: phoneNumber, in: pool, from: network, rates, policy, now: now)
        }
    }

    /// Counts a code for a number for tests, to which nothing is sent.
    ///
    /// - Returns: How long to wait if the limit is reached.
    package func countPhoneTestCode(
        in project: ProjectID,
        from network: Network,
        _ rates: PhoneCodeRates,
        now: Timestamp
    ) -> TimeSpan? {
        ledger.withLock { $0.countPhoneTestCode(in: project, from: network, rates, policy, now: now) }
    }

    /// Counts a change of a user's address or password.
    ///
    /// - Returns: How long to wait, when there were too many.
    package func countChange(of user: User, now: Timestamp) -> TimeSpan? {
        ledger.withLock { $0.countChange(of: user.id, in: user.pool, policy, now: now) }
    }
}
