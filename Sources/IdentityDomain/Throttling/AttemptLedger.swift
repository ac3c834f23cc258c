/// The failures that are not forgotten yet: leaky buckets, one per account × network and one per network.
package struct AttemptLedger: Sendable {
    private enum Key: Hashable {
        case account(Attempt)
        case network(String)
    }

    /// When each bucket will have run empty; a failure pushes it back by one recovery time.
    private var emptyAt: [Key: Timestamp] = [:]

    package init() {}

    package var count: Int { emptyAt.count }

    /// How long to wait before an attempt; `nil` when one may be made now.
    package func delay(for attempt: Attempt, _ policy: AttemptPolicy, now: Timestamp) -> TimeSpan? {
        let waits = [
            wait(.account(attempt), policy.accountBurst, policy.accountRecovery, now),
            wait(.network(attempt.network), policy.networkBurst, policy.networkRecovery, now),
        ]
        return waits.max().flatMap { $0 > .zero ? $0 : nil }
    }

    package mutating func recordFailure(of attempt: Attempt, _ policy: AttemptPolicy, now: Timestamp) {
        makeRoom(policy, now: now)
        fill(.account(attempt), policy.accountBurst, policy.accountRecovery, now)
        fill(.network(attempt.network), policy.networkBurst, policy.networkRecovery, now)
    }

    /// Whoever knows the password is forgiven the failures on that account.
    package mutating func recordSuccess(of attempt: Attempt) {
        emptyAt[.account(attempt)] = nil
    }

    /// A bucket is full when it needs more than `burst - 1` recovery times to run empty.
    private func wait(_ key: Key, _ burst: Int, _ recovery: TimeSpan, _ now: Timestamp) -> TimeSpan {
        guard let emptyAt = emptyAt[key] else { return .zero }
        let room = TimeSpan(milliseconds: recovery.milliseconds * Int64(burst - 1))
        return TimeSpan(milliseconds: (emptyAt - now).milliseconds - room.milliseconds)
    }

    private mutating func fill(_ key: Key, _ burst: Int, _ recovery: TimeSpan, _ now: Timestamp) {
        let full = now + TimeSpan(milliseconds: recovery.milliseconds * Int64(burst))
        emptyAt[key] = min(max(emptyAt[key] ?? now, now) + recovery, full)
    }

    private mutating func makeRoom(_ policy: AttemptPolicy, now: Timestamp) {
        guard emptyAt.count >= policy.capacity else { return }
        emptyAt = emptyAt.filter { now < $0.value }
        guard emptyAt.count >= policy.capacity else { return }
        let times = emptyAt.values.sorted()
        let median = times[times.count / 2]
        emptyAt = emptyAt.filter { median < $0.value }
    }
}
