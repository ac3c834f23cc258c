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

    /// Decides about a credential of a provider before it is verified.
    package func admitCredential(from network: Network, now: Timestamp) -> AttemptAdmission {
        ledger.withLock { $0.admitCredential(from: network, policy, now: now) }
    }

    /// Counts a credential that its provider does not accept.
    package func recordInvalidCredential(from network: Network, now: Timestamp) {
        ledger.withLock { $0.recordInvalidCredential(from: network, policy, now: now) }
    }

    /// Begins a wait of a credential for its provider; a wait that is begun must be ended.
    ///
    /// - Returns: How long to wait, when too many of the network wait for providers.
    package func beginVerification(at provider: ProjectProvider, from network: Network) -> TimeSpan? {
        let hasPlace = ledger.withLock { $0.beginVerification(at: provider, from: network, policy) }
        return hasPlace ? nil : policy.turn.recovery
    }

    package func endVerification(at provider: ProjectProvider, from network: Network) {
        ledger.withLock { $0.endVerification(at: provider, from: network) }
    }

    /// Counts a failure.
    ///
    /// - Returns: How long to wait, when no attempt was left that could have failed; `nil` when one was.
    package func recordFailure(of attempt: Attempt, now: Timestamp) -> TimeSpan? {
        ledger.withLock { $0.recordFailure(of: attempt, policy, now: now) }
    }

    /// Resets the failures for a user after a correct password.
    ///
    /// - Returns: How long to wait, when no attempt was left.
    package func recordSuccess(of attempt: Attempt, now: Timestamp) -> TimeSpan? {
        ledger.withLock { $0.recordSuccess(of: attempt, policy, now: now) }
    }

    /// Counts an act of a network.
    ///
    /// - Parameters:
    ///   - act: The act.
    ///   - project: The project.
    ///   - network: Where the request comes from.
    ///   - limit: The largest number in an hour; 0 for no limit.
    ///   - now: The moment on the steady clock.
    /// - Returns: How long to wait if the limit is reached.
    package func count(
        _ act: NetworkAct,
        in project: ProjectID,
        by network: Network,
        limit: Int,
        now: Timestamp
    ) -> TimeSpan? {
        guard limit > 0 else { return nil }
        return ledger.withLock {
            $0.count(act, in: project, by: network, .perHour(limit), policy, now: now)
        }
    }

    /// How long a network must wait before an act, which is not counted; the parameters are those of `count`.
    package func delay(
        of act: NetworkAct,
        in project: ProjectID,
        by network: Network,
        limit: Int,
        now: Timestamp
    ) -> TimeSpan? {
        guard limit > 0 else { return nil }
        return ledger.withLock { $0.delay(of: act, in: project, by: network, .perHour(limit), now: now) }
    }

    /// Counts a code that is sent to an e-mail address, whether a user has it or not.
    ///
    /// - Parameters:
    ///   - email: The e-mail address.
    ///   - sender: The person for whom it is requested.
    ///   - pool: Where its user would be.
    ///   - network: Where the request comes from.
    ///   - rates: How often codes are sent.
    ///   - now: The moment on the steady clock.
    /// - Returns: How long to wait if a limit is reached.
    package func countCode(
        to email: EmailAddress,
        for sender: CodeSender,
        in pool: UserPool,
        from network: Network,
        _ rates: CodeRates,
        now: Timestamp
    ) -> TimeSpan? {
        ledger.withLock {
            $0.countCode(to: email, for: sender, in: pool, from: network, rates, policy, now: now)
        }
    }

    /// Takes a code back from the rate of the project, because nothing was mailed.
    package func uncountCode(for sender: CodeSender, in project: ProjectID, _ rates: CodeRates) {
        ledger.withLock { $0.uncountCode(for: sender, in: project, rates) }
    }

    /// Counts a request for a code for a phone number, whether a user has it or not.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form.
    ///   - pool: Where its user would be.
    ///   - network: Where the request comes from.
    ///   - rates: How often codes are sent.
    ///   - now: The moment on the steady clock.
    /// - Returns: How long to wait if a limit is reached.
    package func countPhoneCodeRequest(
        for phoneNumber: String,
        in pool: UserPool,
        from network: Network,
        _ rates: PhoneCodeRates,
        now: Timestamp
    ) -> TimeSpan? {
        ledger.withLock {
            $0.countPhoneCodeRequest(for: phoneNumber, in: pool, from: network, rates, policy, now: now)
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
