package import CardeaIdentityDomain

/// The circumstances of one simulated life of a session, all from a seed.
package struct Schedule: Sendable, CustomStringConvertible {
    /// Whether an app sends an `Idempotency-Key`, the same from all its tabs for one token.
    package enum Keys: Sendable {
        case never, always
        /// An update of the app adds, or removes, them.
        case begin, stop
    }

    package let seed: UInt64
    package var policy: RotationPolicy
    package var keys: Keys
    package var tabs: Int
    package var refreshes: Int
    package var thief: Thief?
    package var losesDatabase = false
    package var setsClock = false
    /// Whether every tab refreshes whenever the device wakes, however new its access token is.
    package var refreshesOnWaking = false
    /// Whether requests may arrive a second time, up to a minute later; a restored database, or one with a changed clock,
    /// does not know them.
    package var repeatsRequests: Bool { keys == .always && !losesDatabase && !setsClock }

    /// After how many seconds the latest of those arrives: tabs that wake make more attempts in a minute than the
    /// server remembers.
    var longestRepetition: Int64 { refreshesOnWaking ? 4 : 59 }

    package static let forgiving = RotationPolicy(grace: .seconds(10))

    /// A life without trouble but for lost responses.
    package init(seed: UInt64, keys: Keys = .never, tabs: Int = 1, refreshes: Int = 200, thief: Thief? = nil)
    {
        self.seed = seed
        self.keys = keys
        self.tabs = tabs
        self.refreshes = refreshes
        self.thief = thief
        policy = Self.forgiving
    }

    /// A random life.
    package init(random seed: UInt64, mostRefreshes: Int = 200) {
        var random = SplitMix64(seed: seed)
        let keys: Keys =
            [.never, .never, .always, .always, .begin, .stop].randomElement(using: &random) ?? .never
        self.init(seed: seed, keys: keys)
        tabs = random.chance(40) ? 1 : 3
        refreshes = Int.random(in: 1...mostRefreshes, using: &random)
        refreshesOnWaking = random.chance(40)
        if random.chance(40) { thief = Thief(using: &random) }
        losesDatabase = thief == nil && !refreshesOnWaking && random.chance(50)
        // Without keys, only the time distinguishes a lost response from a thief.
        setsClock = keys == .always && thief == nil && random.chance(30)
        let oldForNew = RotationPolicy(grace: .seconds(10), recoversLate: false)
        if keys == .always {
            policy = [policy, oldForNew, .strict].randomElement(using: &random) ?? policy
        }
    }

    /// Whether a theft must be detected by the second refresh.
    ///
    /// A thief with the app's user agent looks like an app without keys, while both use each token within the
    /// grace period.
    package var findsThief: Bool {
        guard let thief else { return false }
        return keys == .always || !thief.hasAppsUserAgent || policy.grace == nil
    }

    package var description: String {
        """
        seed \(seed): keys \(keys), \(tabs) tabs, \(refreshes) refreshes, on waking \(refreshesOnWaking), \
        thief \(thief.map { "\($0)" } ?? "none"), losesDatabase \(losesDatabase), setsClock \(setsClock), \
        grace \(policy.grace?.milliseconds ?? -1), recoversLate \(policy.recoversLate)
        """
    }
}
