import CardeaCryptography
import CardeaIdentityDomain

/// Encrypts the server's secrets under its master key.
///
/// What else is known of a key (its name, use, project and algorithm) is authenticated with it, so that no
/// stored secret can be put in another's place.
struct KeyVault: Sendable {
    private let key: [UInt8]

    init(masterKey: [UInt8]) {
        key = HKDF.derive(from: masterKey, salt: [], info: Array("cardea sealed keys".utf8), count: 32)
    }

    /// Encrypts a secret.
    ///
    /// - Throws: `.keyUnusable` when the cryptographic library refuses.
    func seal(
        _ secret: [UInt8],
        as label: Label,
        at now: Timestamp
    ) throws(ProjectDirectoryError) -> SealedKey {
        do {
            let sealed = try AESGCM.seal(secret, key: key, authenticating: label.bytes)
            return SealedKey(
                id: label.id,
                use: label.use,
                project: label.project,
                algorithm: label.algorithm,
                sealed: sealed,
                createdAt: now
            )
        } catch {
            throw .keyUnusable(label.id)
        }
    }

    /// - Throws: `.keyUnusable` when the key was sealed under another master key, or was changed.
    func open(_ key: SealedKey) throws(ProjectDirectoryError) -> [UInt8] {
        do {
            return try AESGCM.open(key.sealed, key: self.key, authenticating: Label(key).bytes)
        } catch {
            throw .keyUnusable(key.id)
        }
    }
}

extension KeyVault {
    /// What a sealed key is for.
    struct Label {
        let id: String
        let use: SealedKey.Use
        let project: ProjectID?
        let algorithm: String

        /// The fields, each ended by a byte that none of them holds.
        var bytes: [UInt8] {
            [id, use.rawValue, project?.rawValue ?? "", algorithm].flatMap { Array($0.utf8) + [0] }
        }
    }
}

extension KeyVault.Label {
    init(_ key: SealedKey) {
        self.init(id: key.id, use: key.use, project: key.project, algorithm: key.algorithm)
    }
}
