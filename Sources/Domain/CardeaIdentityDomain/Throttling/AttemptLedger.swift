/// A provider of a project and its tenants.
package struct ProjectProvider: Hashable, Sendable {
    package let project: ProjectID
    package let provider: ProviderID

    package init(_ provider: ProviderID, in project: ProjectID) {
        self.provider = provider
        self.project = project
    }
}

/// A record of attempts, which slows down guesses and floods.
///
/// After failures for a user from one network, that user is locked for that network for a while. After failures for
/// many users, a network is not locked: its attempts wait their turn, separately for users that have failed from there.
/// Attempts for users who signed in from it lately do not wait. A wider network counts as several networks.
package struct AttemptLedger: Sendable {
    enum Key: Hashable, Sendable {
        case account(Attempt)
        case network(Network)
        case credentials(Network)
        case act(NetworkAct, ProjectID, Network)
        case changes(UserID, UserPool)
        case codesInProject(ProjectID, EmailAddress)
        case codesInProjectFrom(Network, ProjectID, EmailAddress)
        case codesByAdministrators(ProjectID, EmailAddress)
        case ownCodes(UserPool, EmailAddress)
        case codeRequests(ProjectID, Network)
        case codesOfProject(ProjectID, isSignedIn: Bool)
        case phoneCodesFrom(Network, ProjectID, String)
        case phoneCodeRequests(ProjectID, Network)
        case phoneTestCodes(ProjectID, Network)
        /// Tenants and apps with a limit of their own count for themselves: a code weighs as much as its limit says.
        indirect case limited(Key, to: Int)

        // A recipient has one mailbox, also if many tenants send to it.
        static func codes(_ pool: UserPool, _ email: EmailAddress) -> Key {
            .codesInProject(pool.project, email)
        }

        static func codesFrom(_ network: Network, _ pool: UserPool, _ email: EmailAddress) -> Key {
            .codesInProjectFrom(network, pool.project, email)
        }
    }

    var buckets = LeakyBuckets<Key>()
    /// The limit that the last rejection was due to.
    package internal(set) var reached = ReachedLimit.unknown
    /// When a user was last seen at a network.
    private var familiar: [Attempt: Timestamp] = [:]
    /// When the next attempt in a lane has its turn.
    private var turns: [Lane: Timestamp] = [:]

    /// The credentials of each network that wait for providers.
    private var verifications: [Network: [ProjectProvider: Int]] = [:]

    /// A queue of what takes turns.
    private enum Lane: Hashable {
        /// Attempts of a network; guesses at users that have failed from there do not delay others.
        case attempts(Network, hasFailures: Bool)
        /// Credentials of providers that a network sends.
        case credentials(Network)
    }

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
            reached = .failuresPerUser
            return .rejected(retryAfter: wait ?? policy.account.recovery)
        }
        let turns = turns(of: attempt.network, after: policy.network, policy, now: now) { .network($0) }
        guard !turns.isEmpty, !isFamiliar(attempt, policy, now: now) else { return .admitted(after: .zero) }
        let hasFailures = attempt.counted(at: policy.account).contains { attempt, _ in
            !buckets.isEmpty(.account(attempt), now: now)
        }
        let lanes = turns.map { (Lane.attempts($0.network, hasFailures: hasFailures), $0.rate.recovery) }
        reached = .attemptsPerNetwork
        return takeTurn(in: lanes, policy, now: now)
    }

    /// Decides about a credential of a provider before it is verified.
    package mutating func admitCredential(
        from network: Network,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> AttemptAdmission {
        let turns = turns(of: network, after: policy.credentials, policy, now: now) { .credentials($0) }
        guard !turns.isEmpty else { return .admitted(after: .zero) }
        reached = .credentialsPerNetwork
        return takeTurn(in: turns.map { (.credentials($0.network), $0.rate.recovery) }, policy, now: now)
    }

    /// Counts a credential that its provider does not accept.
    package mutating func recordInvalidCredential(
        from network: Network,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) {
        for (network, rate) in network.counted(at: policy.credentials) {
            buckets.fill(.credentials(network), rate, capacity: policy.capacity, now: now)
        }
    }

    /// Begins a wait of a credential for its provider; a wait that is accepted must be ended.
    ///
    /// - Returns: Whether the network has a place left, at the provider and in all.
    package mutating func beginVerification(
        at provider: ProjectProvider,
        from network: Network,
        _ policy: AttemptPolicy
    ) -> Bool {
        let waiting = verifications[network] ?? [:]
        guard waiting[provider, default: 0] < policy.verifications,
            waiting.values.reduce(0, +) < policy.allVerifications
        else { return false }
        verifications[network, default: [:]][provider, default: 0] += 1
        return true
    }

    package mutating func endVerification(at provider: ProjectProvider, from network: Network) {
        guard var waiting = verifications[network] else { return }
        let left = waiting[provider, default: 1] - 1
        waiting[provider] = left > 0 ? left : nil
        verifications[network] = waiting.isEmpty ? nil : waiting
    }

    /// Counts a failure.
    ///
    /// - Returns: The time to wait, when no attempt was left that could have failed; `nil` when one was.
    @discardableResult
    package mutating func recordFailure(
        of attempt: Attempt,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        let wait = remainingClosure(of: attempt, policy, now: now)
        reached = .failuresPerUser
        for (attempt, rate) in attempt.counted(at: policy.account) {
            buckets.fill(.account(attempt), rate, capacity: policy.capacity, now: now)
        }
        for (network, rate) in attempt.network.counted(at: policy.network) {
            buckets.fill(.network(network), rate, capacity: policy.capacity, now: now)
        }
        return wait
    }

    /// Resets the failures for a user after a correct password, and remembers where they were.
    ///
    /// - Returns: The time to wait, when no attempt was left: a correct guess then gets the same error.
    package mutating func recordSuccess(
        of attempt: Attempt,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        reached = .failuresPerUser
        if let wait = remainingClosure(of: attempt, policy, now: now) { return wait }
        buckets.forget(.account(attempt))
        makeSpace(policy, now: now)
        familiar[attempt] = now
        return nil
    }

    /// The networks whose failures fill their bucket, a network and the wider one, each with the rate of its turns.
    private func turns(
        of network: Network,
        after failures: Rate,
        _ policy: AttemptPolicy,
        now: Timestamp,
        _ bucket: (Network) -> Key
    ) -> [(network: Network, rate: Rate)] {
        let isFull = network.counted(at: failures).map { network, rate in
            buckets.wait(for: bucket(network), rate, now: now) != nil
        }
        return zip(isFull, network.counted(at: policy.turn)).filter(\.0).map(\.1)
    }

    /// The turn behind those that wait in some lanes; each lane has one in an interval.
    private mutating func takeTurn(
        in lanes: [(Lane, interval: TimeSpan)],
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> AttemptAdmission {
        let turn = lanes.compactMap { turns[$0.0] }.reduce(now) { max($0, $1) }
        guard turn - now <= policy.longestWait else { return .rejected(retryAfter: policy.longestWait) }
        makeSpace(policy, now: now)
        for (lane, interval) in lanes { turns[lane] = max(turns[lane] ?? now, now) + interval }
        return .admitted(after: turn - now)
    }

    /// The time for which a user is locked for a network.
    ///
    /// The failures of a wider network do not close it to a network at which its owner signed in lately.
    private func remainingClosure(of attempt: Attempt, _ policy: AttemptPolicy, now: Timestamp) -> TimeSpan? {
        let isKnown = isFamiliar(attempt, policy, now: now)
        return attempt.counted(at: policy.account).prefix(isKnown ? 1 : 2).lazy.compactMap { attempt, rate in
            buckets.wait(for: .account(attempt), rate, now: now)
        }.first
    }

    /// Whether a user was seen at a network lately.
    package func isFamiliar(_ attempt: Attempt, _ policy: AttemptPolicy, now: Timestamp) -> Bool {
        familiar[attempt].map { now - $0 <= policy.familiarity } ?? false
    }

    /// Drops turns that are over and, when too many owners are remembered, the half that was seen first.
    private mutating func makeSpace(_ policy: AttemptPolicy, now: Timestamp) {
        if turns.count >= policy.capacity { turns = turns.filter { now < $0.value } }
        guard familiar.count >= policy.capacity else { return }
        let times = familiar.values.sorted()
        let median = times[times.count / 2]
        familiar = familiar.filter { median < $0.value }
    }
}
