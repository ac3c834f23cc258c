package import CardeaSettings

/// The settings that a tenant or an app has of its own.
package struct PolicyOverrides: Sendable, Equatable {
    /// By key; each is one that a policy has, with a value of the right type.
    package private(set) var values: [String: SettingValue] = [:]

    package init() {}

    /// Reads a document of settings.
    ///
    /// - Throws: `SettingError`, which names everything that is wrong.
    package init(_ document: SettingTree) throws(SettingError) {
        try change(by: document)
    }

    /// Changes the settings of a document; an absent value ends the override.
    ///
    /// - Throws: `SettingError`, which names everything that is wrong.
    package mutating func change(by document: SettingTree) throws(SettingError) {
        let (values, problems) = Policy.table.read(document)
        guard problems.isEmpty else { throw SettingError(problems.joined(separator: "; ")) }
        // Own texts.
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { try set(value, for: key) }
    }

    package var isEmpty: Bool { values.isEmpty }

    /// The settings as a document.
    package var document: SettingTree {
        values.reduce(into: .empty) { $0.set($1.value, for: $1.key) }
    }

    /// Overrides a setting, or ends the override if the value is absent.
    ///
    /// - Throws: `SettingError` if the setting is unknown, belongs to projects alone, or the value is not allowed.
    package mutating func set(_ value: SettingValue, for name: String) throws(SettingError) {
        let setting = try Policy.table.setting(named: name)
        guard setting.isOverridable else {
            throw SettingError("\(setting.key) can be set only for a project")
        }
        guard value != .absent else {
            // Own texts.
            values[setting.key] = nil
            return
        }
        var policy = Policy()
        try setting.set(value, in: &policy)
        if let problem = setting.problem(in: policy) { throw SettingError(problem) }
        // Own texts.
        values[setting.key] = value
    }

    func apply(to policy: inout Policy) {
        for (key, value) in values {
            // They were checked when they were set.
            try? Policy.table[key]?.set(value, in: &policy)
        }
    }
}
