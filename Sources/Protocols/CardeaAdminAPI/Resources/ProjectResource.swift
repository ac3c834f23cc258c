import CardeaIdentityDomain
package import CardeaOperations
package import CardeaSettings

/// A project; moments are milliseconds since 1970.
package struct ProjectResource: ResourceMessage, Codable {
    package var id: String?
    package private(set) var number: Int64?
    package private(set) var apiKey: String?
    package private(set) var apiKeys: [String]?
    package private(set) var issuer: String?
    package private(set) var createdAt: Int64?
    package var settings: SettingTree?
    package private(set) var formerSettings: SettingTree?

    package init() {}

    /// - Parameters:
    ///   - project: The project.
    ///   - issuer: The issuer of its tokens.
    ///   - formerSettings: The values that a change has replaced.
    init(_ project: Project, issuer: String, formerSettings: SettingTree? = nil) {
        id = project.id.rawValue
        number = project.number
        apiKey = project.apiKeys.first
        apiKeys = project.apiKeys
        self.issuer = issuer
        createdAt = project.createdAt.milliseconds
        settings = Policy.table.document(of: project.policy, withAbsent: true)
        self.formerSettings = formerSettings
    }

    package static let fields = ResourceTable<Self> {
        ResourceField(\.id, .bytes(256), "ID of the project.", [.required, .immutable])
        ResourceField(readOnly: \.number, "Number of the project.", always: true)
        ResourceField(readOnly: \.apiKey, "The first of its API keys.")
        ResourceField(readOnly: \.apiKeys, "Its API keys.", always: true)
        ResourceField(readOnly: \.issuer, "Issuer of its tokens.", always: true)
        ResourceField(readOnly: \.createdAt, "Time of creation.", always: true)
        ResourceField(\.settings, "Its settings; an update changes those that it has.")
        ResourceField(
            readOnly: \.formerSettings,
            "The settings that an update has replaced; only its response has them."
        )
    }
}

/// The projects of a server.
package struct ProjectList: OutputMessage, Codable {
    package let projects: [ProjectResource]

    package static let outputFields = OutputTable<Self> { OutputField(\.projects, "The projects.") }
}

extension ProjectResource {
    /// The settings of a new project.
    package static var defaultSettings: SettingTree { Policy.table.document(of: Policy(), withAbsent: true) }

    /// One line for each setting: its key, its values and what it means.
    package static var settingHelp: [(key: String, text: String)] {
        let defaults = Policy()
        return Policy.table.settings.map { ($0.key, $0.explanation(defaults: defaults)) }
    }
}

extension SettingTree {
    /// A document with one setting, as a person typed it; `none` and `default` mean no value.
    ///
    /// - Throws: `SettingError` if there is no such setting, or no such value of it.
    package init(changing name: String, to text: String) throws(SettingError) {
        let setting = try Policy.table.setting(named: name)
        let value =
            ["none", "default"].contains(text) ? .absent : try setting.value(of: text, from: setting.key)
        self = .empty
        set(value, for: setting.key)
    }
}
