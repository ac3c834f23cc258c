/// Names an app within a server: its OAuth client ID.
package struct AppID: TextIdentifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A program that uses a project.
///
/// It is known by its API key, or in OAuth by its client ID.
package struct App: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case web, ios, android, desktop
        /// A back end, which can keep a secret.
        case server
    }

    package let id: AppID
    package let project: ProjectID
    package let createdAt: Timestamp
    package var kind: Kind
    /// For administrators.
    package var displayName: String
    /// The value that the app sends as `key=`.
    ///
    /// It names the app and grants nothing.
    package var apiKey: String?
    /// SHA-256 of the client's secret; `nil` for a public client.
    package var secretHash: [UInt8]?
    /// The settings of the project that this app replaces.
    package var overrides: PolicyOverrides

    package init(
        id: AppID,
        project: ProjectID,
        createdAt: Timestamp,
        kind: Kind,
        displayName: String,
        apiKey: String? = nil,
        secretHash: [UInt8]? = nil,
        overrides: PolicyOverrides = PolicyOverrides()
    ) {
        self.id = id
        self.project = project
        self.createdAt = createdAt
        self.kind = kind
        self.displayName = displayName
        self.apiKey = apiKey
        self.secretHash = secretHash
        self.overrides = overrides
    }
}
