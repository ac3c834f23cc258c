/// The store of what administrators set up: projects, keys and their own credentials.
///
/// It is read at start and on change.
package protocol ProjectRepository: Sendable {
    func projects() async throws(StoreError) -> [Project]
    func insert(_ project: Project) async throws(StoreError)
    /// Replaces a project's keys and settings.
    func update(_ project: Project) async throws(StoreError)

    /// The secrets of the server and of one project, all ages, newest first.
    func sealedKeys() async throws(StoreError) -> [SealedKey]
    func insert(_ key: SealedKey) async throws(StoreError)
    /// Replaces a key's dates.
    func update(_ key: SealedKey) async throws(StoreError)

    func administratorTokens() async throws(StoreError) -> [AdministratorToken]
    func insert(_ token: AdministratorToken) async throws(StoreError)
    func deleteAdministratorToken(_ id: String) async throws(StoreError)
}

/// A secret at rest: encrypted under the master key.
package struct SealedKey: Sendable, Equatable {
    package enum Use: String, Sendable {
        /// Signs access tokens of one project.
        case accessTokenSigning = "access_token_signing"
        /// Authenticates refresh tokens of the whole server.
        case refreshTokenAuthentication = "refresh_token_authentication"
    }

    /// `kid` in JWTs; a decimal number from 0 to 255 for refresh-token keys.
    package let id: String
    package let use: Use
    /// `nil` for a key of the whole server.
    package let project: ProjectID?
    /// The JWS algorithm for signing keys, `HS256` for refresh-token keys.
    package let algorithm: String
    /// The encrypted key; the other fields are authenticated with it.
    package let sealed: [UInt8]
    package let createdAt: Timestamp
    /// From when on nothing new is made with this key; it still verifies.
    package var supersededAt: Timestamp?
    /// From when on the key is not used at all.
    package var retiredAt: Timestamp?

    package init(
        id: String,
        use: Use,
        project: ProjectID?,
        algorithm: String,
        sealed: [UInt8],
        createdAt: Timestamp,
        supersededAt: Timestamp? = nil,
        retiredAt: Timestamp? = nil
    ) {
        self.id = id
        self.use = use
        self.project = project
        self.algorithm = algorithm
        self.sealed = sealed
        self.createdAt = createdAt
        self.supersededAt = supersededAt
        self.retiredAt = retiredAt
    }
}

/// A credential of an administrator: a random token of which only the hash is kept.
package struct AdministratorToken: Sendable, Equatable {
    package let id: String
    /// SHA-256 of the token.
    package let hash: [UInt8]
    /// `nil` for all projects.
    package let project: ProjectID?
    package let name: String
    package let createdAt: Timestamp
    package let expiresAt: Timestamp?
    /// Whether the first use consumes it.
    package let isOneTime: Bool

    package init(
        id: String,
        hash: [UInt8],
        project: ProjectID?,
        name: String,
        createdAt: Timestamp,
        expiresAt: Timestamp?,
        isOneTime: Bool
    ) {
        self.id = id
        self.hash = hash
        self.project = project
        self.name = name
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.isOneTime = isOneTime
    }
}
