/// A project: one user database that its apps share (U2), with its policy.
package struct Project: Sendable, Equatable {
    package let id: ProjectID
    /// The numeric name that Identity Toolkit responses carry as `project_id`.
    package let number: Int64
    package let createdAt: Timestamp
    /// The values that apps send as `key=`; they are public, name the project, and grant nothing.
    package var apiKeys: [String]
    package var policy: Policy

    package init(
        id: ProjectID,
        number: Int64,
        createdAt: Timestamp,
        apiKeys: [String],
        policy: Policy = Policy()
    ) {
        self.id = id
        self.number = number
        self.createdAt = createdAt
        self.apiKeys = apiKeys
        self.policy = policy
    }
}
