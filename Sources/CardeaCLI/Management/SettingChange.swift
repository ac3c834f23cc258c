import CardeaAdminAPI
import CardeaSettings

/// The options that change one setting of a tenant or of an app.
struct SettingChange {
    @Option("The key of a setting.", value: "KEY") var setting: String?
    @Option("The setting's new value.", value: "VALUE") var value: String?

    /// The document with the setting; `nil` if none is to be changed.
    var settings: SettingTree? {
        get throws {
            guard (setting == nil) == (value == nil) else {
                throw UsageError("--setting and --value belong together")
            }
            guard let setting, let value else { return nil }
            return try SettingTree(changing: setting, to: value)
        }
    }
}
