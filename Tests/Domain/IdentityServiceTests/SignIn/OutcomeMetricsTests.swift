import CardeaIdentityDomain
import CardeaIdentityService
import CardeaMetrics
import CardeaPasswordHashing
import LoggingTestSupport
import Testing

@Suite("Metrics of sign-ins")
struct OutcomeMetricsTests {
    @Test(
        "an outage of a provider counts as a failure, and a credential that it rejects as a rejection",
        arguments: [
            (.unavailable("no response"), "failed"), (.invalidCredential("expired"), "rejected"),
            (.disabled, "rejected"),
        ] as [(ProviderError, String)]
    )
    func providers(error: ProviderError, outcome: String) async throws {
        let labels = [
            ServiceMetrics.signInsLabel, ServiceMetrics.refreshesLabel, ServiceMetrics.mailsLabel,
            ServiceMetrics.textMessagesLabel,
        ]
        let registry = MetricsRegistry(labels.map { .init($0, .counter, "Outcomes.") })
        let server = try await Server()
        let services = server.services(
            metrics: ServiceMetrics(factory: registry),
            providers: Provider(error: error)
        )
        let google = try #require(ProviderID(rawValue: "google.com"))
        let token = ProviderCredential.accessToken("token", of: google, secret: nil)
        #expect(
            await failure {
                try await services.federation.signIn(by: .credential(token), by: server.caller())
            }
                == .provider(error)
        )
        let counted = registry.text().split(separator: "\n").filter { $0.hasSuffix(" 1") }
        #expect(counted == [#"cardea_sign_ins_total{outcome="\#(outcome)"} 1"#])
    }
}

/// A provider at which everything fails.
private struct Provider: ProviderVerifier {
    let error: ProviderError

    func verify(
        _: ProviderCredential,
        in _: RequestScope,
        _: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion { throw error }

    func provider(
        of _: ProviderCredential,
        in _: RequestScope
    ) async throws(ProviderError) -> ProviderID? { throw error }

    func requireEnabled(_: ProviderID, in _: RequestScope) async throws(ProviderError) { throw error }
}

extension Server {
    fileprivate func services(metrics: ServiceMetrics, providers: any ProviderVerifier) -> IdentityServices {
        IdentityServices(
            store: store,
            projects: projects,
            passwords: PasswordHasher(parameters: Server.parameters, threads: 1, queueLimit: 10),
            clock: clock,
            random: random,
            logger: .silent,
            metrics: metrics,
            providers: providers
        )
    }
}
