internal import CardeaEncodings

/// The e-mail addresses for which a provider's word counts as proof of ownership (U15).
///
/// A verified address of another domain shows only that the person could read mail there once.
package enum EmailAuthority: Sendable, Equatable {
    case none
    /// The provider verifies each address again at each sign-in: Apple (U15).
    case everyAddress
    /// The provider runs the mail of some domains.
    case domains([String])
    /// The same, if a claim has a value: Microsoft's own tenant of private persons.
    ///
    /// A configured domain counts only if a claim says that the tenant owns it, or if the project has pinned the
    /// tenant. The reason: an administrator of any other tenant may set any address.
    case domainsIf(claim: String, value: String, [String], owned: String)
    /// The same; and of a domain that a claim names, which the provider has verified: Google Workspace (`hd`).
    case domainsOrClaim([String], claim: String)
    /// The domains that the project has configured.
    case configured

    /// Whether the provider is an authority for a domain.
    ///
    /// A domain that the project has configured counts with every provider that has one issuer.
    ///
    /// - Parameters:
    ///   - domain: The part behind the `@`, in lower case.
    ///   - configured: The domains that the project has configured for the provider.
    ///   - isPinned: Whether the project has chosen one of the provider's issuers.
    ///   - flag: Returns whether a claim about the person is true.
    ///   - claim: Returns the text of a claim about the person.
    /// - Returns: Whether a verified address of the domain is trusted.
    package func covers(
        _ domain: String,
        configured: [String] = [],
        isPinned: Bool = false,
        flag: (String) -> Bool = { _ in false },
        claim: (String) -> String?
    ) -> Bool {
        switch self {
        case .none: configured.contains(exact: domain)
        case .everyAddress: true
        case .domains(let domains): domains.contains(exact: domain) || configured.contains(exact: domain)
        case .domainsIf(let name, let value, let domains, let owned):
            domains.contains(exact: domain) && claim(name)?.exact == value.exact
                || configured.contains(exact: domain) && (isPinned || flag(owned))
        case .domainsOrClaim(let domains, let name):
            domains.contains(exact: domain) || claim(name)?.lowercased().exact == domain.exact
                || configured.contains(exact: domain)
        case .configured: configured.contains(exact: domain)
        }
    }
}
