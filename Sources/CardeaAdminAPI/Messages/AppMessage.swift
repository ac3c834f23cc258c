import CardeaIdentityDomain
package import CardeaSettings

/// An app, as management shows it.
package struct AppMessage: Codable, Sendable {
    /// The client ID in OAuth.
    package let id: String
    package let project: String
    /// One of `web`, `ios`, `android`, `desktop`, `server`.
    package let kind: String
    package let displayName: String
    package let apiKey: String?
    /// Whether the app must present a secret in OAuth.
    package let hasSecret: Bool
    /// The secret, in the response to the creation alone.
    package let secret: String?
    /// Milliseconds since 1970.
    package let createdAt: Int64
    /// The settings that the app has of its own.
    package let settings: SettingTree

    init(_ app: App, secret: String? = nil) {
        id = app.id.rawValue
        project = app.project.rawValue
        kind = app.kind.rawValue
        displayName = app.displayName
        apiKey = app.apiKey
        hasSecret = app.secretHash != nil
        self.secret = secret
        createdAt = app.createdAt.milliseconds
        settings = app.overrides.document
    }
}

/// The apps of a project.
package struct AppListMessage: Codable, Sendable {
    package let apps: [AppMessage]
}

/// An app to create.
package struct NewAppMessage: Codable, Sendable {
    package let kind: String
    package let displayName: String
    package let settings: SettingTree?

    package init(kind: String, displayName: String, settings: SettingTree? = nil) {
        self.kind = kind
        self.displayName = displayName
        self.settings = settings
    }
}

/// Changes of an app; what is absent stays.
///
/// In settings, `null` ends an override.
package struct AppChangeMessage: Codable, Sendable {
    package let displayName: String?
    package let settings: SettingTree?
}
