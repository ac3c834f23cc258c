package import CardeaIdentityDomain
package import CardeaOperations
package import CardeaSettings
package import CardeaSecrets

/// An app; moments are milliseconds since 1970.
package struct AppResource: ResourceMessage, Codable {
    package private(set) var id: String?
    package private(set) var project: String?
    package var kind: App.Kind?
    package var displayName: String?
    package private(set) var apiKey: String?
    package private(set) var hasSecret: Bool?
    package private(set) var secret: Secret?
    package private(set) var createdAt: Int64?
    package var settings: SettingTree?
    package private(set) var formerSettings: SettingTree?

    package init() {}

    init(_ app: App, secret: Secret? = nil, formerSettings: SettingTree? = nil) {
        id = app.id.rawValue
        project = app.project.rawValue
        kind = app.kind
        displayName = app.displayName
        apiKey = app.apiKey
        hasSecret = app.secretHash != nil
        self.secret = secret
        createdAt = app.createdAt.milliseconds
        settings = app.overrides.document
        self.formerSettings = formerSettings
    }

    package static let fields = ResourceTable<Self> {
        ResourceField(readOnly: \.id, "ID of the app: its client ID in OAuth.", always: true)
        ResourceField(readOnly: \.project, "ID of its project.", always: true)
        ResourceField(\.kind, "The kind of program.", [.required, .immutable])
        ResourceField(\.displayName, .bytes(256), "Name for administrators.", .required)
        ResourceField(readOnly: \.apiKey, "Value that the app sends as `key`.")
        ResourceField(readOnly: \.hasSecret, "Whether it must present a secret in OAuth.", always: true)
        ResourceField(readOnly: \.secret, "The secret; only the response to the creation has it.")
        ResourceField(readOnly: \.createdAt, "Time of creation.", always: true)
        ResourceField(\.settings, "Its own settings.")
        ResourceField(
            readOnly: \.formerSettings,
            "The settings that an update has replaced; only its response has them."
        )
    }
}

extension App.Kind: WireEnum, Codable {}

/// The apps of a project.
package struct AppList: OutputMessage, Codable {
    package let apps: [AppResource]

    package static let outputFields = OutputTable<Self> { OutputField(\.apps, "The apps.") }
}
