import CardeaAdminAPI
import CardeaIdentityDomain
import CardeaOperations
import CardeaServer
import CardeaSettings

/// A command that changes settings of a project, a tenant or an app.
protocol SettingsCommand: ManagementCommand where Output: ConfigurableResource {
    /// The settings with their values.
    var setting: [String] { get }
    var path: [String] { get }
    /// The text for a setting without a value.
    static var absent: String { get }
}

extension SettingsCommand {
    var request: AdminRequest<Output> {
        get throws { try .change(path) { $0.settings = try SettingPairs.document(setting) } }
    }

    func text(of changed: Output) throws -> TerminalText {
        try SettingPairs.changes(
            setting,
            in: changed.settings,
            from: changed.formerSettings,
            absent: Self.absent
        )
    }
}

/// A resource with settings, and in the response to a change with the former ones.
protocol ConfigurableResource: ResourceMessage, Encodable, Printable {
    var settings: SettingTree? { get set }
    var formerSettings: SettingTree? { get }
}

extension ProjectResource: ConfigurableResource {}
extension TenantResource: ConfigurableResource {}
extension AppResource: ConfigurableResource {}

/// Settings of a project, a tenant or an app on a command line: each key is followed by its value.
enum SettingPairs {
    static let usage = "SETTING VALUE [SETTING VALUE ...]"
    static let help = "The key of a setting, and its new value; further ones may follow."
    static var keys: [String] { ProjectResource.settingHelp.map(\.key) }

    /// The document with the settings.
    ///
    /// - Throws: `UsageError` if a value is missing, or a setting is given twice; `SettingError` if there is no such
    ///   setting, or no such value of it.
    static func document(_ words: [String]) throws -> SettingTree {
        var document = SettingTree.empty
        var rest = words[...]
        while let key = rest.popFirst() {
            guard let value = rest.popFirst() else {
                let parts = key.split(separator: "=", maxSplits: 1)
                throw UsageError(
                    parts.count == 2
                        ? "'\(key)': write the setting and its value as two words: \(parts[0]) '\(parts[1])'"
                        : "the setting '\(key)' has no value"
                )
            }
            for (key, value) in try change(key, to: value).values {
                // Own texts.
                guard document.values[key] == nil else {
                    throw UsageError("the setting '\(key)' is given twice")
                }
                document.set(value, for: key)
            }
        }
        return document
    }

    private static func change(_ key: String, to value: String) throws -> SettingTree {
        do throws(SettingError) {
            return try SettingTree(changing: key, to: value)
        } catch {
            // The user of a project's settings may look for one of the server here.
            // Own texts.
            guard !keys.contains(key), let setting = CardeaServer.Configuration.table[key] else {
                throw error
            }
            throw UsageError(
                "'\(setting.key)' is a setting of the server, not of a project: set it in the configuration file, "
                    + "by \(setting.variable), or by \(setting.flag) of 'cardea serve'"
            )
        }
    }

    /// The settings that a request changed, with their former values.
    ///
    /// - Parameters:
    ///   - words: The settings that the command names, with their values.
    ///   - present: The settings after the change.
    ///   - former: Their former values.
    ///   - absent: The text for a setting that has no value.
    /// - Returns: A line for each setting.
    /// - Throws: The errors of `document(_:)`.
    static func changes(
        _ words: [String],
        in present: SettingTree?,
        from former: SettingTree?,
        absent: String
    ) throws -> TerminalText {
        let keys = try document(words).values.keys.sorted()
        func text(_ tree: SettingTree?, _ key: String) -> String {
            // Own texts.
            let value = tree?.values[key] ?? .absent
            return value == .absent ? absent : self.text(of: value, key)
        }
        return Table.text(
            keys.map { key in
                // Own texts.
                let isChanged = former?.values[key] != nil
                return [
                    key, text(present, key), isChanged ? "(before: \(text(former, key)))" : "(as before)",
                ]
            }
        )
    }

    /// The value of a setting as people read it.
    private static func text(of value: SettingValue, _ key: String) -> String {
        // Own texts.
        Policy.table[key]?.text(of: value) ?? value.description
    }

    /// The rows of all settings of a project; those that differ from their default have a mark.
    static func rows(ofProject settings: SettingTree?) -> [[String]] {
        let defaults = ProjectResource.defaultSettings.values
        // Own texts.
        let rows = (settings?.values ?? [:]).sorted { $0.key < $1.key }.map { key, value in
            // Own texts.
            let standard = defaults[key] ?? .absent
            return ["  " + key, text(of: value, key)]
                + (value == standard ? [] : ["(default: \(text(of: standard, key)))"])
        }
        return [["settings"]] + rows
    }

    /// The rows of the settings that a tenant or an app has of its own.
    static func rows(ofPart settings: SettingTree?) -> [[String]] {
        // Own texts.
        let rows = (settings?.values ?? [:]).sorted { $0.key < $1.key }.map {
            ["  " + $0.key, text(of: $0.value, $0.key)]
        }
        return [["settings", rows.isEmpty ? "those of the project" : ""]] + rows
    }
}
