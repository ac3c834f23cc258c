import CardeaOutboundHTTP
import CardeaProviders
import CardeaSettings

extension CardeaServer.Configuration {
    /// The way to identity providers, such as Google and Apple.
    public struct Providers: Sendable, Equatable {
        /// URLs of providers that are replaced by others, as `FROM=TO`, for servers of your own and for tests.
        ///
        /// The server of such a URL can sign in as every user of the provider.
        public var replacedURLs: [String] = []
        /// Whether providers may be in a private network or on this machine, and may be reached without TLS.
        public var allowPrivateNetworks = false
        /// A file of certificates in PEM to trust instead of the system's.
        public var certificateAuthorities: String?
        /// The seconds that one request to a provider may take.
        public var timeout = 10

        /// Creates the defaults.
        public init() {}
    }
}

extension CardeaServer.Configuration.Providers {
    static let settings: [Setting<Self>] = [
        Setting(
            "replacedURLs",
            \.replacedURLs,
            .list("a list such as https://github.com=https://github.example.com") {
                URLReplacements([$0]) != nil
            },
            """
            URLs of providers that are replaced by others, as `FROM=TO`, for servers of your own and for tests. \
            The server of such a URL can sign in as every user of the provider.
            """
        ),
        Setting(
            "allowPrivateNetworks",
            \.allowPrivateNetworks,
            "Whether providers may be in a private network or on this machine, and may be reached without TLS."
        ),
        Setting(
            "certificateAuthorities",
            \.certificateAuthorities,
            .name,
            "A file of certificates in PEM to trust instead of the system's."
        ),
        Setting(
            "timeout",
            \.timeout,
            .time(in: .seconds, 1...60),
            "The seconds that one request to a provider may take."
        ),
    ]

    /// The way in which requests to providers are sent.
    var outbound: OutboundConfiguration {
        var outbound = OutboundConfiguration()
        outbound.allowsPrivateNetworks = allowPrivateNetworks
        outbound.allowsPlainHTTP = allowPrivateNetworks
        outbound.certificateAuthorities = certificateAuthorities
        outbound.connectTimeout = min(5, timeout)
        outbound.timeout = timeout
        outbound.maximumResponseBytes = 262_144
        return outbound
    }
}
