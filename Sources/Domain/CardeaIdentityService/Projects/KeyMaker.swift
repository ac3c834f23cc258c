import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaJOSE

/// Makes keys, and makes stored ones ready for use.
struct KeyMaker: Sendable {
    let vault: KeyVault
    let clock: any WallClock
    let random: any RandomSource

    /// Generates a signing key; one of RSA takes a tenth of a second or more.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - algorithm: The algorithm.
    ///   - wait: The time from the creation of the key to its first use; `nil` for a key that is used at once.
    /// - Returns: The key, which is not stored.
    /// - Throws: `.keyUnusable` if libcrypto fails; `.store(.overloaded)` if the task was cancelled.
    func signingKey(
        for project: ProjectID,
        _ algorithm: TokenPolicy.SigningAlgorithm,
        startingAfter wait: TimeSpan? = nil
    ) async throws(ProjectDirectoryError) -> SigningKey {
        let key = try await offEventLoop { () throws(ProjectDirectoryError) in
            try generateSigningKey(for: project, algorithm, wait)
        }
        guard let key else { throw .store(.overloaded) }
        return key
    }

    private func generateSigningKey(
        for project: ProjectID,
        _ algorithm: TokenPolicy.SigningAlgorithm,
        _ wait: TimeSpan?
    ) throws(ProjectDirectoryError) -> SigningKey {
        let label = KeyVault.Label(
            id: Hexadecimal.encode(random.bytes(20)),
            use: .accessTokenSigning,
            project: project,
            algorithm: algorithm.rawValue
        )
        let now = clock.now()
        let material: SigningKeyMaterial
        do {
            material = try SigningKeyMaterial.generate(SignatureAlgorithm(algorithm), for: project, at: now)
        } catch {
            throw .keyUnusable(label.id)
        }
        let start = wait.map { now + $0 }
        return try ready(vault.seal(material.bytes, as: label, at: now, startingAt: start), material)
    }

    func signingKey(opening record: SealedKey) throws(ProjectDirectoryError) -> SigningKey {
        guard let material = SigningKeyMaterial(bytes: try vault.open(record)) else {
            throw .keyUnusable(record.id)
        }
        return try ready(record, material)
    }

    func refreshTokenKey(id: UInt32) throws(ProjectDirectoryError) -> (RefreshTokenKey, SealedKey) {
        let secret = random.bytes(32)
        let label = KeyVault.Label(
            id: String(id),
            use: .refreshTokenAuthentication,
            project: nil,
            algorithm: "HS256"
        )
        return (RefreshTokenKey(id: id, secret: secret), try vault.seal(secret, as: label, at: clock.now()))
    }

    func refreshTokenKey(opening record: SealedKey) throws(ProjectDirectoryError) -> RefreshTokenKey {
        guard let id = UInt32(record.id) else { throw .keyUnusable(record.id) }
        return RefreshTokenKey(id: id, secret: try vault.open(record))
    }

    private func ready(
        _ record: SealedKey,
        _ material: SigningKeyMaterial
    ) throws(ProjectDirectoryError) -> SigningKey {
        do {
            let key = try PrivateKey(pkcs8: material.pkcs8)
            return SigningKey(
                record: record,
                signer: TokenSigner(key: key, keyID: record.id),
                published: PublishedKey(
                    id: record.id,
                    algorithm: key.algorithm,
                    publicKey: key.publicKey,
                    certificatePEM: material.certificatePEM
                )
            )
        } catch {
            throw .keyUnusable(record.id)
        }
    }
}
