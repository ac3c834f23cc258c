import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaSettings

/// A project, as management shows it.
package struct ProjectMessage: Codable, Sendable {
    package let id: String
    package let number: Int64
    /// The first of `apiKeys`.
    package let apiKey: String?
    package let apiKeys: [String]
    package let issuer: String
    /// Milliseconds since 1970.
    package let createdAt: Int64
    package let settings: SettingTree

    init(_ project: Project, issuer: String) {
        id = project.id.rawValue
        number = project.number
        apiKey = project.apiKeys.first
        apiKeys = project.apiKeys
        self.issuer = issuer
        createdAt = project.createdAt.milliseconds
        settings = Policy.table.document(of: project.policy, withAbsent: true)
    }
}

/// The projects of a server.
package struct ProjectListMessage: Codable, Sendable {
    package let projects: [ProjectMessage]
}

/// A project to create.
package struct NewProjectMessage: Codable, Sendable {
    package let id: String

    package init(id: String) { self.id = id }
}
