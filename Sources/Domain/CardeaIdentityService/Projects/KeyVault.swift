import CardeaCryptography
import CardeaIdentityDomain

/// Encrypts the server's secrets under its master key.
///
/// The label of a secret (for a key: its name, use, project and algorithm) is authenticated with it. So a stored secret
/// cannot replace another one.
struct KeyVault: Sendable {
    private let key: [UInt8]

    init(masterKey: [UInt8]) {
        key = HKDF.derive(from: masterKey, salt: [], info: Array("cardea sealed keys".utf8), count: 32)
    }

    /// A key that is derived from the master key.
    func authenticationKey(_ purpose: String) -> HMACKey {
        HMACKey(HKDF.derive(from: key, salt: [], info: Array(purpose.utf8), count: 32))
    }

    /// Encrypts a secret.
    ///
    /// - Throws: `.keyUnusable` if the cryptographic library fails.
    func seal(
        _ secret: [UInt8],
        as label: Label,
        at now: Timestamp,
        startingAt start: Timestamp? = nil
    ) throws(ProjectDirectoryError) -> SealedKey {
        SealedKey(
            id: label.id,
            use: label.use,
            project: label.project,
            algorithm: label.algorithm,
            sealed: try seal(secret, authenticating: label.bytes, name: label.id),
            createdAt: now,
            startsAt: start
        )
    }

    /// - Throws: `.keyUnusable` if the key was sealed under another master key, or was changed.
    func open(_ key: SealedKey) throws(ProjectDirectoryError) -> [UInt8] {
        try open(key.sealed, authenticating: Label(key).bytes, name: key.id)
    }

    func seal(
        _ secret: [UInt8],
        authenticating label: [UInt8],
        name: String
    ) throws(ProjectDirectoryError) -> [UInt8] {
        do { return try AESGCM.seal(secret, key: key, authenticating: label) } catch {
            throw .keyUnusable(name)
        }
    }

    func open(
        _ sealed: [UInt8],
        authenticating label: [UInt8],
        name: String
    ) throws(ProjectDirectoryError) -> [UInt8] {
        do { return try AESGCM.open(sealed, key: key, authenticating: label) } catch {
            throw .keyUnusable(name)
        }
    }
}

extension KeyVault {
    /// The purpose of a sealed key.
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
