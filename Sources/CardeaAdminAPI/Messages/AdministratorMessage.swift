import CardeaIdentityDomain

/// A credential of an administrator, without its secret; moments are milliseconds since 1970.
package struct AdministratorMessage: Codable, Sendable {
    package let id: String
    package let name: String
    /// `nil` for all projects.
    package let project: String?
    package let createdAt: Int64
    package let expiresAt: Int64?
    package let oneTime: Bool

    init(_ token: AdministratorToken) {
        id = token.id
        name = token.name
        project = token.project?.rawValue
        createdAt = token.createdAt.milliseconds
        expiresAt = token.expiresAt?.milliseconds
        oneTime = token.isOneTime
    }
}

/// The administrators' credentials, oldest first.
package struct AdministratorListMessage: Codable, Sendable {
    package let administrators: [AdministratorMessage]
}

/// A credential to create.
package struct NewAdministratorMessage: Codable, Sendable {
    package let name: String
    /// `nil` for all projects.
    package let project: String?
    /// Seconds; `nil` for no end.
    package let lifetime: Int?

    package init(name: String, project: String?, lifetime: Int?) {
        self.name = name
        self.project = project
        self.lifetime = lifetime
    }
}

/// A new credential; it is not shown again.
package struct AdministratorTokenMessage: Codable, Sendable {
    package let token: String
}
