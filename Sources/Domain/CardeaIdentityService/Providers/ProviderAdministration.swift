import CardeaEncodings
package import CardeaIdentityDomain
package import CardeaSecrets

/// The reason why the configuration of a provider could not be read or changed.
package enum ProviderAdministrationError: Error, Sendable, Equatable {
    /// The server does not know the provider, or the ID has not the right form.
    case unknownProvider(String)
    case unknownConfiguration(String)
    case configurationExists(String)
    /// Users have accounts of another issuer: one of its subjects could be the ID of another person.
    case issuerInUse(String)
    case problem(ProviderConfigurationProblem)
    case tooMany(limit: Int)
    case directory(ProjectDirectoryError)
}

/// The change of the secret of a provider's client.
package enum SecretChange: Sendable {
    case unchanged
    case set(Secret)
    case removed
}

/// Creates, changes and deletes the configurations of identity providers.
package struct ProviderAdministration: Sendable {
    let projects: ProjectDirectory
    private let store: any IdentityStore
    let vault: KeyVault
    private let clock: any WallClock
    /// The longest secret or private key, in bytes.
    static let longestSecret = 16_384

    package init(projects: ProjectDirectory) {
        self.projects = projects
        (store, vault, clock) = (projects.store, projects.vault, projects.clock)
    }

    /// The configurations of a pool, by provider.
    package func list(
        in pool: UserPool
    ) async throws(ProviderAdministrationError) -> [ProviderConfiguration] {
        try await stored { () async throws(StoreError) in
            try await store.read(.providerConfigurations(in: pool))
        }
    }

    /// - Throws: `.unknownConfiguration`
    package func configuration(
        of provider: ProviderID,
        in pool: UserPool
    ) async throws(ProviderAdministrationError) -> ProviderConfiguration {
        let found = try await stored { () async throws(StoreError) in
            try await store.read(.providerConfiguration(provider, in: pool))
        }
        guard let found else { throw .unknownConfiguration(provider.rawValue) }
        return found
    }

    /// Adds a configuration.
    ///
    /// - Parameters:
    ///   - provider: The provider; the server must know it.
    ///   - pool: The project or the tenant.
    ///   - secret: The secret of the client, or its private key.
    ///   - actor: The identity behind the change.
    ///   - configure: Sets the values of the new configuration, which has none.
    /// - Returns: The configuration as it is stored.
    /// - Throws: `.unknownProvider`; `.configurationExists`; `.problem`; `.issuerInUse` also for another issuer than that
    ///   of a deleted configuration; `.tooMany`.
    package func create(
        _ provider: ProviderID,
        in pool: UserPool,
        secret: SecretChange = .unchanged,
        by actor: Actor,
        configure: (inout ProviderConfiguration) -> Void
    ) async throws(ProviderAdministrationError) -> ProviderConfiguration {
        var new = ProviderConfiguration(
            pool: pool,
            provider: provider,
            createdAt: clock.now(),
            clientID: ""
        )
        configure(&new)
        new.sealedSecret = try sealed(secret, of: provider, in: pool)
        let configuration = new
        try check(configuration)
        try await transact(
            .providerConfigurations(in: pool),
            .providerConfigurationUse(provider, in: pool),
            by: actor
        ) { present, use throws(ProviderAdministrationError) in
            guard use.configuration == nil else { throw .configurationExists(provider.rawValue) }
            try Self.checkIssuer(of: configuration, use)
            guard present.count < ProviderConfiguration.maximumCount else {
                throw .tooMany(limit: ProviderConfiguration.maximumCount)
            }
            return Decision([.providerConfiguration(.insert(configuration))], ())
        }
        return configuration
    }

    /// Changes a configuration.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - pool: The project or the tenant.
    ///   - secret: The change of the secret.
    ///   - actor: The identity behind the change.
    ///   - change: Sets values of the configuration that is stored. It may run more than once.
    /// - Returns: The configuration as it is stored.
    /// - Throws: `.unknownProvider`; `.unknownConfiguration` if the provider is not configured; `.problem`; `.issuerInUse`.
    package func update(
        _ provider: ProviderID,
        in pool: UserPool,
        secret: SecretChange = .unchanged,
        by actor: Actor,
        change: @escaping @Sendable (inout ProviderConfiguration) -> Void
    ) async throws(ProviderAdministrationError) -> ProviderConfiguration {
        guard ProviderTable.definition(of: provider) != nil else { throw .unknownProvider(provider.rawValue) }
        let newSecret = try sealed(secret, of: provider, in: pool)
        return try await transact(
            .providerConfigurationUse(provider, in: pool),
            by: actor
        ) { use throws(ProviderAdministrationError) in
            guard let former = use.configuration else { throw .unknownConfiguration(provider.rawValue) }
            var configuration = former
            change(&configuration)
            try Self.checkIssuer(of: configuration, use)
            switch secret {
            case .unchanged: break
            case .set, .removed: configuration.sealedSecret = newSecret
            }
            try check(configuration)
            var changes = [Change.providerConfiguration(.update(configuration))]
            // Proofs of another client or issuer, or for other domains, do not count any more.
            if (configuration.clientID, configuration.issuer, configuration.emailDomains)
                != (former.clientID, former.issuer, former.emailDomains)
            {
                changes.append(.identity(.deleteAllPending(at: provider, pool)))
            }
            return Decision(changes, configuration)
        }
    }

    /// Changes a configuration, or adds it if the provider is not configured.
    package func set(
        _ provider: ProviderID,
        in pool: UserPool,
        secret: SecretChange = .unchanged,
        by actor: Actor,
        change: @escaping @Sendable (inout ProviderConfiguration) -> Void
    ) async throws(ProviderAdministrationError) -> ProviderConfiguration {
        do throws(ProviderAdministrationError) {
            return try await update(provider, in: pool, secret: secret, by: actor, change: change)
        } catch {
            guard case .unknownConfiguration = error else { throw error }
            return try await create(provider, in: pool, secret: secret, by: actor, configure: change)
        }
    }

    /// Deletes a configuration with its secret, and the sign-ins of the provider that wait.
    package func delete(
        _ provider: ProviderID,
        in pool: UserPool,
        by actor: Actor
    ) async throws(ProviderAdministrationError) {
        try await transact(
            .providerConfiguration(provider, in: pool),
            by: actor
        ) { present throws(ProviderAdministrationError) in
            guard present != nil else { throw .unknownConfiguration(provider.rawValue) }
            return Decision(
                [
                    .providerConfiguration(.delete(provider, pool)),
                    .identity(.deleteAllPending(at: provider, pool)),
                ],
                ()
            )
        }
    }

    /// A provider that users of a pool may sign in with, with its secret.
    ///
    /// - Throws: `.notConfigured`; `.disabled` if it is not enabled.
    package func active(
        _ provider: ProviderID,
        in pool: UserPool
    ) async throws(ProviderError) -> ActiveProvider {
        let found = try await ready(provider, in: pool)
        guard found.configuration.isEnabled else { throw .disabled }
        return found
    }

    /// A configured provider with its secret, also if it is not enabled.
    ///
    /// - Throws: `.notConfigured`.
    package func ready(
        _ provider: ProviderID,
        in pool: UserPool
    ) async throws(ProviderError) -> ActiveProvider {
        guard let definition = ProviderTable.definition(of: provider) else { throw .notConfigured }
        do throws(ProviderAdministrationError) {
            let configuration = try await configuration(of: provider, in: pool)
            return ActiveProvider(
                definition: definition,
                configuration: configuration,
                secret: try opened(configuration)
            )
        } catch {
            if case .directory = error { throw .unavailable("the configuration cannot be read") }
            throw .notConfigured
        }
    }

    /// - Throws: `.issuerInUse`
    private static func checkIssuer(
        of configuration: ProviderConfiguration,
        _ use: ProviderConfigurationUse
    ) throws(ProviderAdministrationError) {
        guard ProviderTable.isOpenID(configuration.provider), use.isUsed, let issuer = use.issuer,
            issuer.exact != configuration.issuer?.exact
        else { return }
        throw .issuerInUse(issuer)
    }

    private func check(_ configuration: ProviderConfiguration) throws(ProviderAdministrationError) {
        guard let definition = ProviderTable.definition(of: configuration.provider) else {
            throw .unknownProvider(configuration.provider.rawValue)
        }
        if let problem = configuration.problem(for: definition) { throw .problem(problem) }
        guard let issuer = configuration.issuer, issuer.lowercased().hasPrefix("http:") else { return }
        guard projects.allowsPlainIssuers || WebAddress(issuer)?.isLoopback == true else {
            throw .problem(
                .invalid("the issuer must be an https URL: http needs providers.allowPrivateNetworks")
            )
        }
    }

    // MARK: Store

    private func stored<Value: Sendable>(
        _ action: () async throws(StoreError) -> Value
    ) async throws(ProviderAdministrationError) -> Value {
        do throws(ProjectDirectoryError) {
            return try await projects.stored(action)
        } catch {
            throw .directory(error)
        }
    }

    private func transact<each L: Lookup, Outcome: Sendable>(
        _ lookups: repeat each L,
        by actor: Actor,
        decide:
            @escaping @Sendable (repeat (each L).Row) throws(ProviderAdministrationError) -> Decision<Outcome>
    ) async throws(ProviderAdministrationError) -> Outcome {
        let result = try await stored {
            () async throws(StoreError) -> Result<Outcome, ProviderAdministrationError> in
            try await store.transact(repeat each lookups, by: actor) { (rows: repeat (each L).Row) in
                do throws(ProviderAdministrationError) {
                    let decision = try decide(repeat each rows)
                    return Decision(decision.changes, .success(decision.outcome))
                } catch {
                    return .unchanged(.failure(error))
                }
            }
        }
        return try result.get()
    }
}
