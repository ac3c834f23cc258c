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
