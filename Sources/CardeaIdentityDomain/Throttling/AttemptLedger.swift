/// A record of attempts, which slows down guesses and floods.
///
/// An account that fails from one network is closed to that network for a while. A network that fails on many accounts
/// is not closed: its attempts take turns, and those on accounts whose owners signed in from it lately need not. So a
/// right password is not rejected for what others behind the same address did.
package struct AttemptLedger: Sendable {
    private enum Key: Hashable, Sendable {
        case account(Attempt)
        case network(Network)
        case newAccounts(ProjectID, Network)
        case changes(UserID, UserPool)
        case takenNames(ProjectID, Network)
        case codesInProject(ProjectID, EmailAddress)
        case codesInProjectFrom(Network, ProjectID, EmailAddress)
        case ownCodes(UserPool, EmailAddress)
        case codeRequests(ProjectID, Network)
        case phoneCodes(ProjectID, String)
        case phoneCodesFrom(Network, ProjectID, String)
        case phoneCodeRequests(ProjectID, Network)
        case phoneCodesOfProject(ProjectID)
        case phoneTestCodes(ProjectID, Network)
        /// Tenants and apps with a limit of their own count for themselves: a code weighs as much as its limit says.
        indirect case limited(Key, to: Int)

        // A recipient has one mailbox, however many tenants send to it.
        static func codes(_ pool: UserPool, _ email: EmailAddress) -> Key {
            .codesInProject(pool.project, email)
        }

        static func codesFrom(_ network: Network, _ pool: UserPool, _ email: EmailAddress) -> Key {
            .codesInProjectFrom(network, pool.project, email)
        }
    }

    private var buckets = LeakyBuckets<Key>()
    /// When the owner of an account was last seen at a network.
    private var familiar: [Attempt: Timestamp] = [:]
    /// When the next attempt of a network has its turn.
    private var turns: [Network: Timestamp] = [:]

    package init() {}

    package var count: Int { buckets.count + familiar.count + turns.count }

    /// Decides about an attempt before any work is done for it; a rejected one counts as a failure.
    package mutating func admit(
        _ attempt: Attempt,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> AttemptAdmission {
        if remainingClosure(of: attempt, policy, now: now) != nil {
            recordFailure(of: attempt, policy, now: now)
            let wait = remainingClosure(of: attempt, policy, now: now)
            return .rejected(retryAfter: wait ?? policy.account.recovery)
        }
        guard buckets.wait(for: .network(attempt.network), policy.network, now: now) != nil,
            !isFamiliar(attempt, policy, now: now)
        else { return .admitted(after: .zero) }
        let turn = max(now, turns[attempt.network] ?? now)
        guard turn - now <= policy.longestWait else { return .rejected(retryAfter: policy.longestWait) }
        makeRoom(policy, now: now)
        turns[attempt.network] = turn + policy.turn
        return .admitted(after: turn - now)
    }

    /// Counts a failure.
    ///
    /// - Returns: How long to wait, when no attempt was left that could have failed; `nil` when one was.
    @discardableResult
    package mutating func recordFailure(
        of attempt: Attempt,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        let wait = remainingClosure(of: attempt, policy, now: now)
        buckets.fill(.account(attempt), policy.account, capacity: policy.capacity, now: now)
        buckets.fill(.network(attempt.network), policy.network, capacity: policy.capacity, now: now)
        return wait
    }

    /// Forgives whoever knows the password the failures on that account, and remembers where they were.
    ///
    /// - Returns: How long to wait, when no attempt was left: a guess that is right then is not told so.
    package mutating func recordSuccess(
        of attempt: Attempt,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        if let wait = remainingClosure(of: attempt, policy, now: now) { return wait }
        buckets.forget(.account(attempt))
        makeRoom(policy, now: now)
        familiar[attempt] = now
        return nil
    }

    /// Counts an account that is to be created.
    ///
    /// - Returns: How long to wait, when the network has created as many as it may.
    package mutating func countNewAccount(
        in project: ProjectID,
        from network: Network,
        _ rate: Rate,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        count(.newAccounts(project, network), rate, policy, now: now)
    }

    /// Counts a change of a user's address or password.
    ///
    /// - Returns: How long to wait, when there were too many.
    package mutating func countChange(
        of user: UserID,
        in pool: UserPool,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        count(.changes(user, pool), policy.change, policy, now: now)
    }

    /// How long a network may learn of no further name that is taken; `nil` if it may learn of one now.
    package func remainingTakenNames(
        in project: ProjectID,
        from network: Network,
        _ rate: Rate,
        now: Timestamp
    ) -> TimeSpan? {
        buckets.wait(for: .takenNames(project, network), rate, now: now)
    }

    /// Counts a sign-up that found its name taken.
    ///
    /// - Returns: How long to wait, when the network has learned of as many as it may.
    package mutating func countTakenName(
        in project: ProjectID,
        from network: Network,
        _ rate: Rate,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        count(.takenNames(project, network), rate, policy, now: now)
    }

    /// Counts a code that is sent to an e-mail address, whether a user has it or not.
    ///
    /// A stranger uses up the rate of one network. Codes that a signed-in user requests for its own address have a
    /// rate of their own, so a stranger does not use it up. Neither does a stranger use up the codes that are requested
    /// from a network at which the owner of the address has signed in lately. A request that one rate rejects does not
    /// count for the rates behind it.
    ///
    /// - Returns: How long to wait, when there were too many.
    package mutating func countCode(
        to email: EmailAddress,
        isOwn: Bool,
        in pool: UserPool,
        from network: Network,
        _ rates: CodeRates,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        let owner = Attempt(pool: pool, account: email.description, network: network)
        var recipient: [(Key, Rate?)] = [(.codesFrom(network, pool, email), rates.recipientFromNetwork)]
        if isOwn {
            recipient = [(.ownCodes(pool, email), rates.recipientFromNetwork)]
        } else if !isFamiliar(owner, policy, now: now) {
            recipient.append((.codes(pool, email), rates.recipient))
        }
        return count([(.codeRequests(pool.project, network), rates.sender)] + recipient, policy, now: now)
    }

    /// Counts a code that is sent to a phone number, whether a user has it or not.
    ///
    /// Each network has a share of what a number receives from all tenants of a project, so that one network does not
    /// use it up. A rate that is `nil` does not limit. A request that one rate rejects does not count for the rates
    /// behind it.
    ///
    /// - Returns: How long to wait, when there were too many.
    package mutating func countPhoneCode(
        to phoneNumber: String,
        in pool: UserPool,
        from network: Network,
        _ rates: PhoneCodeRates,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        let limits: [(Key, Rate?)] = [
            (.phoneCodeRequests(pool.project, network), rates.sender),
            (.phoneCodesFrom(network, pool.project, phoneNumber), rates.recipientFromNetwork),
            (.phoneCodes(pool.project, phoneNumber), rates.recipient),
            (.phoneCodesOfProject(pool.project), rates.project),
        ]
        return count(limits, policy, now: now)
    }

    /// Counts by several rates, up to the first that rejects; a rate that is `nil` does not limit.
    private mutating func count(
        _ limits: [(Key, Rate?)],
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        for case (let key, let rate?) in limits {
            if let wait = count(.limited(key, to: rate.burst), rate, policy, now: now) { return wait }
        }
        return nil
    }

    /// Counts a code for a number for tests, to which nothing is sent.
    ///
    /// - Returns: How long to wait, when there were too many.
    package mutating func countPhoneTestCode(
        in project: ProjectID,
        from network: Network,
        _ rates: PhoneCodeRates,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        rates.tests.flatMap { count(.phoneTestCodes(project, network), $0, policy, now: now) }
    }

    private mutating func count(
        _ key: Key,
        _ rate: Rate,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        if let wait = buckets.wait(for: key, rate, now: now) { return wait }
        buckets.fill(key, rate, capacity: policy.capacity, now: now)
        return nil
    }

    /// How long an account is closed to a network.
    private func remainingClosure(of attempt: Attempt, _ policy: AttemptPolicy, now: Timestamp) -> TimeSpan? {
        buckets.wait(for: .account(attempt), policy.account, now: now)
    }

    private func isFamiliar(_ attempt: Attempt, _ policy: AttemptPolicy, now: Timestamp) -> Bool {
        familiar[attempt].map { now - $0 <= policy.familiarity } ?? false
    }

    /// Drops turns that are over and, when too many owners are remembered, the half that was seen first.
    private mutating func makeRoom(_ policy: AttemptPolicy, now: Timestamp) {
        if turns.count >= policy.capacity { turns = turns.filter { now < $0.value } }
        guard familiar.count >= policy.capacity else { return }
        let times = familiar.values.sorted()
        let median = times[times.count / 2]
        familiar = familiar.filter { median < $0.value }
    }
}
