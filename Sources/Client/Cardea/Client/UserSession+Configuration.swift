internal import CardeaSession

extension UserSession {
    /// Creates the session of a user object of a client.
    init(
        _ configuration: CardeaClient.Configuration,
        server: IdentityToolkitClient,
        revocations: Revocations
    ) {
        let passwordChange = UncertainPasswordChange()
        let slot = UserCredentialStore()
        let engine = SessionEngine(
            configuration: configuration.session,
            refresher: IdentityToolkitRefresher(server: server, passwordChange: passwordChange),
            store: slot,
            transport: configuration.transport,
            revoker: configuration.revoker,
            profileReader: configuration.readsProfileAfterRefresh ? server.profile(of:) : nil,
            monitor: configuration.monitor,
            clock: configuration.clock
        )
        self.init(
            engine: engine,
            slot: slot,
            server: server,
            passwordChange: passwordChange,
            revocations: revocations,
            pendingSignIns: PendingSignIns(configuration),
            receivedTokens: ReceivedProviderTokens(clock: configuration.clock)
        )
    }
}

extension CardeaClient.Configuration {
    /// Ends sessions at the server; `nil` if the server cannot end a single session.
    var revoker: CredentialRevoker? {
        server.revocation.map { endpoint in
            .oauth(endpoint: endpoint, transport: transport, client: .none(clientID: apiKey))
        }
    }
}

extension PendingSignIns {
    /// Creates the keeper of a client.
    init(_ configuration: CardeaClient.Configuration) {
        self.init(beside: configuration.store, clock: configuration.clock, monitor: configuration.monitor)
    }
}

extension Revocations {
    /// Creates the revocations of a client.
    convenience init(_ configuration: CardeaClient.Configuration) {
        self.init(
            by: configuration.revoker,
            beside: configuration.store,
            clock: configuration.clock,
            retries: configuration.session.refreshRetries
        )
    }
}
