package import IdentityDomain

/// The circumstances of one simulated life of a session, all from a seed.
package struct Schedule: Sendable, CustomStringConvertible {
    package let seed: UInt64
    package let policy: RotationPolicy
    /// Whether the app sends an `Idempotency-Key`, the same from all its tabs for one token.
    package let isKeyed: Bool
    package let tabs: Int
    package let refreshes: Int
    package let hasThief: Bool
    package let thiefIsKeyed: Bool
    package let losesDatabase: Bool
    package let setsClock: Bool
    /// Whether requests may arrive a second time, up to a minute later, which a restored database does not know of,
    /// nor one whose clock was set.
    package var repeatsRequests: Bool { isKeyed && !losesDatabase && !setsClock }

    package init(seed: UInt64, mostRefreshes: Int = 200) {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        isKeyed = random.chance(50)
        tabs = random.chance(40) ? 1 : 3
        refreshes = Int.random(in: 1...mostRefreshes, using: &random)
        hasThief = random.chance(40)
        thiefIsKeyed = random.chance(50)
        losesDatabase = !hasThief && random.chance(50)
        // Who has no key has only the time by which to tell a lost answer from a thief.
        setsClock = isKeyed && !hasThief && random.chance(30)
        let forgiving = RotationPolicy(grace: .seconds(10))
        let oldForNew = RotationPolicy(grace: .seconds(10), recoversLate: false)
        policy =
            isKeyed ? [forgiving, oldForNew, .strict].randomElement(using: &random) ?? forgiving : forgiving
    }

    package var description: String {
        """
        seed \(seed): \(isKeyed ? "keyed" : "unkeyed"), \(tabs) tabs, \(refreshes) refreshes, thief \(hasThief) \
        (keyed \(thiefIsKeyed)), losesDatabase \(losesDatabase), setsClock \(setsClock), \
        grace \(policy.grace?.milliseconds ?? -1), recoversLate \(policy.recoversLate)
        """
    }
}
