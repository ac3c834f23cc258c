package import CardeaIdentityDomain

/// Tells whether stored keys can be used, without using them.
package enum SealedKeyCheck {
    /// The keys that do not open under a master key; those out of use are not looked at.
    package static func unusable(_ keys: [SealedKey], masterKey: [UInt8]) -> [SealedKey] {
        let vault = KeyVault(masterKey: masterKey)
        return keys.filter { $0.retiredAt == nil && (try? vault.open($0)) == nil }
    }
}
