import CardeaCryptography
import CardeaEncodings
package import CardeaIdentityDomain

extension ServiceAccounts {
    /// Bytes signed with RS256 (RFC 7518 §3.3).
    package struct Signed: Sendable {
        package let keyID: String
        package let signature: [UInt8]
    }

    /// Signs bytes for an account whose back end has no private key.
    ///
    /// The server keeps a key pair for it, which is created by the first signature: the private key is encrypted under the
    /// master key. Its tokens end when it is deleted from the keys of the account, as those of any other key.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - id: The account.
    ///   - actor: The identity behind the change.
    /// - Returns: The signature.
    /// - Throws: `.unknownAccount`, also for a disabled account; `.tooManyKeys`; `.keyGeneration`; `.store`.
    package func sign(
        _ bytes: [UInt8],
        as id: ServiceAccountID,
        by actor: Actor
    ) async throws(ServiceAccountError) -> Signed {
        let key = try await serverKey(of: id, by: actor)
        let signature = try await offEventLoop { [vault] () throws(ServiceAccountError) in
            do {
                return try PrivateKey(pkcs8: try vault.open(key)).sign(bytes)
            } catch {
                throw .keyGeneration
            }
        }
        guard let signature else { throw .store(.overloaded) }
        return Signed(keyID: key.id, signature: signature)
    }

    /// The key that the server keeps for an account; a new one if it keeps no key.
    private func serverKey(
        of id: ServiceAccountID,
        by actor: Actor
    ) async throws(ServiceAccountError) -> SealedKey {
        while true {
            let (found, sealed) = try await stored { () async throws(StoreError) in
                try await store.read(.serviceAccount(id), .sealedKeys)
            }
            guard let account = found, !account.isDisabled else { throw .unknownAccount(id.name) }
            let ids = account.keys.map(\.id)
            let key = sealed.first { $0.use == .serviceAccountSigning && ids.contains(exact: $0.id) }
            if let key { return key }
            guard ids.count < Self.maximumKeys else { throw .tooManyKeys(limit: Self.maximumKeys) }
            let new = try await newServerKey(of: id)
            let isStored = try await transact(.serviceAccount(id), by: actor) {
                present throws(ServiceAccountError) in
                // Another request may have created a key meanwhile.
                guard present?.keys.map(\.id) == ids else { return .unchanged(false) }
                return Decision(
                    [.serviceAccount(.insertKey(new.key, of: id)), .sealedKey(.insert(new.sealed))],
                    true
                )
            }
            if isStored { return new.sealed }
        }
    }

    private func newServerKey(
        of id: ServiceAccountID
    ) async throws(ServiceAccountError) -> (key: ServiceAccountKey, sealed: SealedKey) {
        let (key, pair) = try await makeKey()
        let label = KeyVault.Label(
            id: key.id,
            use: .serviceAccountSigning,
            project: id.project,
            algorithm: SignatureAlgorithm.rs256.rawValue
        )
        do throws(ProjectDirectoryError) {
            return (key, try vault.seal(pair.pkcs8, as: label, at: key.createdAt))
        } catch {
            throw .keyGeneration
        }
    }
}
