import CardeaIdentityDomain
package import CardeaSettings

/// Settings to be changed, as a document of groups; `null` brings the default back.
package struct SettingsMessage: Codable, Sendable {
    package let settings: SettingTree

    /// Changes one setting to a value that a person typed; `none` and `default` bring the default back.
    ///
    /// - Throws: `SettingError` if there is no such setting, or no such value of it.
    package init(changing name: String, to text: String) throws(SettingError) {
        let setting = try Policy.table.setting(named: name)
        let value =
            ["none", "default"].contains(text) ? .absent : try setting.value(of: text, from: setting.key)
        var settings = SettingTree.empty
        settings.set(value, for: setting.key)
        self.settings = settings
    }

    /// One line for each setting: its key, its values and what it means.
    package static var help: [(key: String, text: String)] {
        let defaults = Policy()
        return Policy.table.settings.map { setting in
            let standard = setting.value(in: defaults)
            return (setting.key, "\(setting.documentation) (\(setting.expectation); default: \(standard))")
        }
    }
}
