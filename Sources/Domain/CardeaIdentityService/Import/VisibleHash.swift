package import CardeaIdentityDomain

extension UserAdministration {
    /// The hash of a user's password, as an import accepts it again; `nil` in a server.
    package func visibleHash(of user: User) -> String? {
        guard differences.contains(.fakeHashes) else { return nil }
        return try? passwords.vault.hash(of: user)
    }
}
