package import CardeaIdentityDomain
package import CardeaSecrets

/// The secrets of clients, encrypted under the master key.
extension ProviderAdministration {
    private static func label(_ provider: ProviderID, _ pool: UserPool) -> [UInt8] {
        ["provider secret", pool.project.rawValue, pool.tenant?.rawValue ?? "", provider.rawValue]
            .flatMap { Array($0.utf8) + [0] }
    }

    func sealed(
        _ change: SecretChange,
        of provider: ProviderID,
        in pool: UserPool
    ) throws(ProviderAdministrationError) -> [UInt8]? {
        switch change {
        case .unchanged, .removed: return nil
        case .set(let secret):
            guard (1...Self.longestSecret).contains(secret.utf8.count) else {
                throw .problem(.invalid("the secret must have 1 to \(Self.longestSecret) bytes"))
            }
            if case .signedSecret = ProviderTable.definition(of: provider)?.clientAuthentication {
                guard ClientKey(pem: secret.reveal()) != nil else {
                    throw .problem(.invalid("the secret of \(provider.rawValue) must be \(ClientKey.form)"))
                }
            }
            do throws(ProjectDirectoryError) {
                return try vault.seal(
                    Array(secret.utf8),
                    authenticating: Self.label(provider, pool),
                    name: "provider secret"
                )
            } catch {
                throw .directory(error)
            }
        }
    }

    /// The secret of a client, or its private key.
    ///
    /// - Throws: `.directory` if it cannot be decrypted.
    package func secret(
        of configuration: ProviderConfiguration
    ) throws(ProviderAdministrationError) -> Secret? {
        try opened(configuration).map(Secret.init(_:))
    }

    func opened(
        _ configuration: ProviderConfiguration
    ) throws(ProviderAdministrationError) -> String? {
        guard let sealed = configuration.sealedSecret else { return nil }
        do throws(ProjectDirectoryError) {
            let secret = try vault.open(
                sealed,
                authenticating: Self.label(configuration.provider, configuration.pool),
                name: "provider secret"
            )
            return String(decoding: secret, as: UTF8.self)
        } catch {
            throw .directory(error)
        }
    }
}
