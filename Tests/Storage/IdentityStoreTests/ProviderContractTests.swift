import CardeaIdentityDomain
import CardeaIdentityStore
import StoreEngines
import Testing

@Suite("Store contract: identity providers")
struct ProviderContractTests {
    private static func configuration(
        _ provider: String,
        tenant: String? = nil
    ) throws -> ProviderConfiguration {
        var configuration = ProviderConfiguration(
            pool: UserPool(
                project: ProjectID(rawValue: "demo"),
                tenant: tenant.map(TenantID.init(rawValue:))
            ),
            provider: try #require(ProviderID(rawValue: provider)),
            createdAt: .start,
            clientID: "42"
        )
        configuration.displayName = "Ünix ✓"
        configuration.audiences = ["ios", "android"]
        configuration.sealedSecret = [1, 2, 3]
        configuration.issuer = "https://id.acme.example"
        configuration.allowsIDTokens = false
        (configuration.teamID, configuration.keyID) = ("TEAM", "KEY")
        configuration.emailDomains = ["acme.example"]
        return configuration
    }

    @Test("a configuration is stored with all its values, only for its user pool", arguments: StoreEngine.all)
    func configurations(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.insert(
                Project(id: ProjectID(rawValue: "demo"), number: 1, createdAt: .start, apiKeys: [])
            )
            var first = try Self.configuration("oidc.acme")
            let (other, foreign) = try (
                Self.configuration("google.com"), Self.configuration("oidc.acme", tenant: "blue")
            )
            try await store.make([first, other, foreign].map { .providerConfiguration(.insert($0)) })
            #expect(try await store.read(.providerConfigurations(in: first.pool)) == [other, first])
            #expect(try await store.read(.providerConfiguration(first.provider, in: first.pool)) == first)
            await #expect(throws: StoreError.taken(.providerConfiguration)) {
                try await store.make(.providerConfiguration(.insert(first)))
            }
            first.isEnabled = false
            first.sealedSecret = nil
            first.audiences = []
            first.allowsCodes = false
            try await store.make(.providerConfiguration(.update(first)))
            #expect(try await store.read(.providerConfiguration(first.provider, in: first.pool)) == first)
            #expect(
                try await store.read(.providerConfiguration(foreign.provider, in: foreign.pool)) == foreign
            )
            try await store.make(.providerConfiguration(.delete(first.provider, first.pool)))
            #expect(try await store.read(.providerConfigurations(in: first.pool)) == [other])
            // The issuer of the last one stays, for the pool alone.
            let use = ProviderConfigurationUseLookup.providerConfigurationUse
            #expect(try await store.read(use(first.provider, first.pool)).issuer == first.issuer)
            first.issuer = "https://two.example"
            try await store.make(.providerConfiguration(.insert(first)))
            try await store.make(.providerConfiguration(.delete(first.provider, first.pool)))
            #expect(try await store.read(use(first.provider, first.pool)).issuer == first.issuer)
            #expect(try await store.read(use(other.provider, first.pool)).issuer == other.issuer)
            for change in [ProviderConfigurationChange.update(first), .delete(first.provider, first.pool)] {
                await #expect(throws: StoreError.conflict) {
                    try await store.make(.providerConfiguration(change))
                }
            }
        }
    }

    @Test(
        "each step of a redirect is possible once, and an ended redirect is deleted",
        arguments: StoreEngine.all
    )
    func redirects(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            func redirect(_ number: UInt8, _ minutes: Int64) throws -> ProviderRedirect {
                ProviderRedirect(
                    stateHash: [number],
                    pool: UserPool(project: ProjectID(rawValue: "demo")),
                    provider: try #require(ProviderID(rawValue: "google.com")),
                    sessionHash: [9, number],
                    continueURL: "https://app.example/back",
                    expiresAt: .start + .minutes(minutes),
                    sealed: [7]
                )
            }
            var first = try redirect(1, 15)
            try await store.make(.providerRedirect(.insert(first, now: .start)))
            #expect(try await store.read(.providerRedirect([1])) == first)
            first.step = .started
            first.cookieHash = [5]
            try await store.make(.providerRedirect(.update(first, from: .created)))
            #expect(try await store.read(.providerRedirect([1])) == first)
            await #expect(throws: StoreError.conflict) {
                try await store.make(.providerRedirect(.update(first, from: .created)))
            }
            // A later redirect removes those that have expired.
            try await store.make(.providerRedirect(.insert(redirect(2, 40), now: .start + .minutes(16))))
            #expect(try await store.read(.providerRedirect([1])) == nil)
            try await store.make(.providerRedirect(.delete(stateHash: [2])))
            await #expect(throws: StoreError.conflict) {
                try await store.make(.providerRedirect(.delete(stateHash: [2])))
            }
        }
    }
}
