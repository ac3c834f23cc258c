internal import CardeaSession

extension UserSession {
    /// Creates the session of a user object of a client.
    init(_ configuration: CardeaClient.Configuration, server: IdentityToolkitClient) {
        let passwordChange = UncertainPasswordChange()
        let slot = UserCredentialStore()
        let engine = SessionEngine(
            configuration: configuration.session,
            refresher: IdentityToolkitRefresher(server: server, passwordChange: passwordChange),
            store: slot,
            transport: configuration.transport,
            revoker: server.server.revocation.map { endpoint in
                .oauth(
                    endpoint: endpoint,
                    client: .none(clientID: configuration.apiKey)
                )
            },
            profileReader: configuration.readsProfileAfterRefresh ? server.profile(of:) : nil,
            monitor: configuration.monitor,
            clock: configuration.clock
        )
        self.init(
            engine: engine,
            slot: slot,
            server: server,
            passwordChange: passwordChange,
            pendingSignIns: PendingSignIns(configuration),
            receivedTokens: ReceivedProviderTokens(clock: configuration.clock)
        )
    }
}

extension PendingSignIns {
    /// Creates the keeper of a client.
    init(_ configuration: CardeaClient.Configuration) {
        self.init(beside: configuration.store, clock: configuration.clock, monitor: configuration.monitor)
    }
}
