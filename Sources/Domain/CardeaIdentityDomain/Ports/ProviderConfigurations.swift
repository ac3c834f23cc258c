/// A change to the configurations of identity providers.
package enum ProviderConfigurationChange: Sendable, Equatable {
    /// Adds a configuration. The transaction fails if the pool has one of the same provider.
    case insert(ProviderConfiguration)
    /// Replaces everything but the time of creation. The transaction fails if the configuration is absent.
    case update(ProviderConfiguration)
    /// Deletes a configuration, and records its issuer as a tombstone. The transaction fails if it is absent.
    case delete(ProviderID, UserPool)
}

/// The configuration of a provider in a pool.
package struct ProviderConfigurationLookup: Lookup {
    package let provider: ProviderID
    package let pool: UserPool

    package func read(from reader: some RowReader) throws(StoreError) -> ProviderConfiguration? {
        try reader.providerConfiguration(self)
    }
}

extension Lookup where Self == ProviderConfigurationLookup {
    package static func providerConfiguration(_ provider: ProviderID, in pool: UserPool) -> Self {
        ProviderConfigurationLookup(provider: provider, pool: pool)
    }
}

/// The configuration of a provider in a pool, and whether users of the pool have accounts there.
package struct ProviderConfigurationUse: Sendable {
    package let configuration: ProviderConfiguration?
    /// The issuer of the configuration, or of the one that was deleted last.
    package let issuer: String?
    package let isUsed: Bool
}

package struct ProviderConfigurationUseLookup: Lookup {
    package let provider: ProviderID
    package let pool: UserPool

    package func read(from reader: some RowReader) throws(StoreError) -> ProviderConfigurationUse {
        let configuration = try reader.providerConfiguration(.providerConfiguration(provider, in: pool))
        let formerIssuer = try reader.deletedIssuer(of: provider, in: pool)
        return ProviderConfigurationUse(
            configuration: configuration,
            issuer: configuration?.issuer ?? formerIssuer,
            isUsed: try reader.hasIdentities(at: provider, in: pool)
        )
    }
}

extension Lookup where Self == ProviderConfigurationUseLookup {
    package static func providerConfigurationUse(_ provider: ProviderID, in pool: UserPool) -> Self {
        ProviderConfigurationUseLookup(provider: provider, pool: pool)
    }
}

/// The configurations of a pool, by provider.
package struct ProviderConfigurationsLookup: Lookup {
    package let pool: UserPool

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [ProviderConfiguration] {
        try reader.providerConfigurations(self)
    }
}

extension Lookup where Self == ProviderConfigurationsLookup {
    package static func providerConfigurations(in pool: UserPool) -> Self {
        ProviderConfigurationsLookup(pool: pool)
    }
}

package protocol ProviderConfigurationReader {
    func providerConfiguration(
        _ lookup: ProviderConfigurationLookup
    ) throws(StoreError) -> ProviderConfiguration?
    /// The issuer of the configuration of a provider that was deleted last.
    func deletedIssuer(of provider: ProviderID, in pool: UserPool) throws(StoreError) -> String?
    func providerConfigurations(
        _ lookup: ProviderConfigurationsLookup
    ) throws(StoreError) -> [ProviderConfiguration]
}
