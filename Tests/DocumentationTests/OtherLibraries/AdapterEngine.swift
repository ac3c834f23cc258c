import CardeaSession
import CardeaTesting

/// A refresher whose token is `second`.
func secondTokenRefresher() -> ScriptedRefresher {
    ScriptedRefresher { _, _ in
        SessionCredential(accessToken: SessionSecret("second"), lifetime: .seconds(3600))
    }
}

extension SessionEngine {
    /// An engine of a signed-in user whose token is `first`; adapters send its requests.
    static func signedIn(
        _ configuration: SessionConfiguration,
        _ refresher: ScriptedRefresher,
        classifier: ResponseRule = .standard
    ) async throws -> SessionEngine {
        let engine = SessionEngine(
            configuration: configuration,
            refresher: refresher,
            store: InMemoryStore(),
            transport: ScriptedTransport(responses: []),
            classifier: classifier,
            clock: ManualClock()
        )
        try await engine.signIn(
            with: SessionCredential(
                accessToken: SessionSecret("first"),
                refreshToken: SessionSecret("r"),
                lifetime: .seconds(3600)
            )
        )
        return engine
    }
}
