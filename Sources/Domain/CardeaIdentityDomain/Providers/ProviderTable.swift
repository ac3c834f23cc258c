internal import CardeaEncodings

/// The providers that the server knows.
package enum ProviderTable {
    /// All providers with an ID of their own.
    package static let definitions: [ProviderDefinition] = openIDProviders + oauthProviders

    /// The beginning of the IDs of providers that a project defines by an issuer.
    package static let openIDPrefix = "oidc."

    /// The definition of a provider; `nil` if the server does not know it.
    package static func definition(of provider: ProviderID) -> ProviderDefinition? {
        if isOpenID(provider) { return generic }
        return byID[provider.rawValue.exact]
    }

    /// The definition of the provider that has an issuer; `nil` if the server does not know it.
    ///
    /// A project may have configured the issuer as a provider of its own.
    package static func definition(ofIssuer issuer: String) -> ProviderDefinition? {
        definitions.first { $0.issuer?.includes(issuer) ?? false }
    }

    /// Whether the ID is that of a provider that a project defines by an issuer: `oidc.` and 1 to 32 of `a`–`z`,
    /// `A`–`Z`, `0`–`9`, `-`, `_` and `.`.
    package static func isOpenID(_ provider: ProviderID) -> Bool {
        provider.rawValue.hasPrefix(exact: openIDPrefix)
            && (1...32).contains(provider.rawValue.utf8.count - openIDPrefix.utf8.count)
    }

    private static let byID = Dictionary(
        definitions.map { ($0.id.exact, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Any OpenID provider that has a discovery document.
    private static let generic = {
        var provider = ProviderDefinition(openIDPrefix, "OpenID Connect")
        provider.issuer = .configured
        provider.algorithms = [.rs256, .es256, .edDSA]
        provider.scopes = ["openid", "profile", "email"]
        provider.clientAuthentication = .discovered
        provider.person = .idTokenAndUserInfo
        provider.revocation = .standard
        provider.authority = .configured
        return provider
    }()
}
