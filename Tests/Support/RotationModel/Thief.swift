/// A thief with a copied refresh token, and their behaviour.
package struct Thief: Sendable, Hashable {
    package enum Style: Sendable, CaseIterable {
        /// Uses the token whenever they like.
        case random
        /// Learns at once that the app has refreshed, and uses the same token within the grace.
        case shadow
        /// Knows when the access token expires, and uses the refresh token shortly before the app does.
        case ahead
    }

    package let style: Style
    /// Whether they send an `Idempotency-Key`, a new one each time.
    package let isKeyed: Bool
    package let hasAppsUserAgent: Bool
    package let isOnAppsNetwork: Bool

    package init(style: Style, isKeyed: Bool, hasAppsUserAgent: Bool, isOnAppsNetwork: Bool) {
        self.style = style
        self.isKeyed = isKeyed
        self.hasAppsUserAgent = hasAppsUserAgent
        self.isOnAppsNetwork = isOnAppsNetwork
    }

    init(using random: inout SplitMix64) {
        style = [.random, .random, .shadow, .ahead].randomElement(using: &random) ?? .random
        isKeyed = random.chance(50)
        hasAppsUserAgent = random.chance(70)
        isOnAppsNetwork = random.chance(50)
    }

    /// The thief's properties that the server sees.
    func sender(using random: inout SplitMix64) -> Sender {
        Sender(
            key: isKeyed ? "\(random.next())" : nil,
            userAgent: hasAppsUserAgent ? "app" : "tool",
            address: isOnAppsNetwork ? "192.0.2.1" : "198.51.100.7"
        )
    }
}
