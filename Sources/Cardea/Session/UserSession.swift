internal import CardeaSession

/// What a user object works with: its own session engine, and where that keeps its record.
struct UserSession: Sendable {
    let engine: SessionEngine
    let slot = UserCredentialStore()
    let server: IdentityToolkitClient
    let passwordChange: UncertainPasswordChange

    init(_ configuration: CardeaClient.Configuration, server: IdentityToolkitClient) {
        self.server = server
        passwordChange = UncertainPasswordChange()
        engine = SessionEngine(
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
    }
}

extension IdentityToolkitClient {
    /// What the server knows of a credential's user.
    @Sendable func profile(of credential: SessionCredential) async throws(ServerFailure) -> UserProfile {
        guard let info = try await lookup(credential.accessToken.reveal()) else {
            throw .unintelligible(status: 200)
        }
        return UserProfile(info)
    }
}
