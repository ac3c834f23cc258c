public import CardeaSession
public import CardeaHTTPTransport

extension CardeaClient {
    /// Where the server is, which project the app belongs to, and what the client works with.
    public struct Configuration: Sendable {
        /// Where the identity server is reached.
        public var server: ServerAddress
        /// The project's API key; it names the project and is not a secret.
        public var apiKey: String
        /// The user pool of the project to sign in to; `nil` for the project's own.
        public var tenantID: String?
        /// The language of the messages that the server sends to people (BCP 47); `nil` for the project's own.
        public var languageCode: String?
        /// Where the current user's credentials are kept.
        public var store: any CredentialStore
        /// The transport of requests.
        public var transport: any HTTPTransport
        /// The clock of the client.
        public var clock: any SessionClock
        /// The behavior of sessions; its origins are the app's own hosts, the only ones that get the user's
        /// token.
        public var session: SessionConfiguration
        /// Whether the user's profile is read again after each refresh, before the held requests are sent.
        public var readsProfileAfterRefresh: Bool
        /// Hears what the users' sessions do, for logs and metrics.
        public var monitor: SessionMonitor?

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - server: Where the identity server is reached.
        ///   - apiKey: The project's API key.
        ///   - tenantID: The user pool of the project to sign in to; defaults to the project's own.
        ///   - languageCode: The language of messages that the server sends; defaults to the project's own.
        ///   - store: Where the current user's credentials are kept; defaults to the system's place for such things,
        ///     one for each server, project and `tenantID`.
        ///   - transport: The transport of requests; defaults to the system's own.
        ///   - clock: The clock of the client; defaults to the device's clocks.
        ///   - session: How sessions behave; defaults to no hosts of the app's own.
        ///   - readsProfileAfterRefresh: Whether the profile is read again after each refresh; defaults to `false`.
        ///   - monitor: Hears what the users' sessions do, for logs and metrics.
        public init(
            server: ServerAddress,
            apiKey: String,
            tenantID: String? = nil,
            languageCode: String? = nil,
            store: (any CredentialStore)? = nil,
            transport: (any HTTPTransport)? = nil,
            clock: (any SessionClock)? = nil,
            session: SessionConfiguration = SessionConfiguration(origins: []),
            readsProfileAfterRefresh: Bool = false,
            monitor: SessionMonitor? = nil
        ) {
            self.server = server
            self.apiKey = apiKey
            self.tenantID = tenantID
            self.languageCode = languageCode
            self.store = store ?? Self.systemStore(server: server, apiKey: apiKey, tenant: tenantID)
            self.transport = transport ?? Self.systemTransport()
            self.clock = clock ?? SystemClock()
            self.session = session
            self.readsProfileAfterRefresh = readsProfileAfterRefresh
            self.monitor = monitor
        }
    }
}
