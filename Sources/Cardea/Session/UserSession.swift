internal import CardeaSession

/// What a user object works with: its own session engine, and where that keeps its record.
struct UserSession: Sendable {
    let engine: SessionEngine
    let slot: UserSlot
    let server: IdentityToolkitClient
    let passwordChange: UncertainPasswordChange

    init(_ configuration: CardeaClient.Configuration, server: IdentityToolkitClient) {
        self.server = server
        passwordChange = UncertainPasswordChange()
        slot = UserSlot(configuration.store)
        engine = SessionEngine(
            configuration: configuration.session,
            refresher: IdentityToolkitRefresher(server: server, passwordChange: passwordChange),
            store: slot,
            transport: configuration.transport,
            clock: configuration.clock
        )
    }
}
