/// A project: one user database that its apps share (U2), with its settings.
package struct Project: Sendable, Equatable {
    package let id: ProjectID
    /// The numeric name that Identity Toolkit answers carry as `project_id`.
    package let number: Int64
    package let createdAt: Timestamp
    /// What an app sends as `key=`; public by nature, it names the project and grants nothing.
    package var apiKeys: [String]
    package var settings: ProjectSettings

    package init(
        id: ProjectID,
        number: Int64,
        createdAt: Timestamp,
        apiKeys: [String],
        settings: ProjectSettings = ProjectSettings()
    ) {
        self.id = id
        self.number = number
        self.createdAt = createdAt
        self.apiKeys = apiKeys
        self.settings = settings
    }
}
