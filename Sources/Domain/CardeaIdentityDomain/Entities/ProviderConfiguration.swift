/// The configuration of an identity provider in a project or a tenant: the client's ID and secret, and what is allowed.
package struct ProviderConfiguration: Sendable, Equatable {
    package let pool: UserPool
    package let provider: ProviderID
    package let createdAt: Timestamp
    /// For administrators.
    package var displayName: String?
    /// Whether users may sign in with the provider.
    package var isEnabled: Bool
    /// The client's ID at the provider.
    package var clientID: String
    /// Further audiences of ID tokens: the IDs of native apps.
    package var audiences: [String] = []
    /// The client's secret, or its private key, encrypted under the master key.
    package var sealedSecret: [UInt8]?
    /// The issuer of a provider whose ID begins with `oidc.`.
    package var issuer: String?
    /// Whether clients may send ID tokens that they have got themselves.
    package var allowsIDTokens = true
    /// Whether the redirect flow may be used.
    package var allowsCodes = true
    /// The team of the client at Apple.
    package var teamID: String?
    /// The ID of the private key at Apple.
    package var keyID: String?
    /// Scopes beside those of the definition.
    package var scopes: [String] = []
    /// The domains of e-mail addresses for which the provider is an authority, in lower case.
    package var emailDomains: [String] = []

    package init(
        pool: UserPool,
        provider: ProviderID,
        createdAt: Timestamp,
        clientID: String,
        isEnabled: Bool = true
    ) {
        self.pool = pool
        self.provider = provider
        self.createdAt = createdAt
        self.clientID = clientID
        self.isEnabled = isEnabled
    }
}
