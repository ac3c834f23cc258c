internal import CardeaEncodings

/// All settings of a `Root`.
package struct SettingTable<Root: Sendable>: Sendable {
    package let settings: [Setting<Root>]
    private let places: [ExactText: Int]
    /// The keys of groups.
    private let groups: Set<ExactText>

    package init(_ settings: [Setting<Root>]) {
        self.settings = settings
        var places: [ExactText: Int] = [:]
        for (place, setting) in settings.enumerated() {
            for name in [setting.key, setting.formerKey].compactMap(\.self) { places[name.exact] = place }
        }
        self.places = places
        groups = settings.reduce(into: []) { groups, setting in
            var key = setting.key[...]
            while let dot = key.lastIndex(of: ".") {
                key = key[..<dot]
                groups.insert(key.exact)
            }
        }
    }

    /// The setting of a key, or of the key that it had formerly.
    package subscript(key: String) -> Setting<Root>? { places[key.exact].map { settings[$0] } }

    /// The setting that a person names.
    ///
    /// - Throws: `SettingError`, with a suggestion, if no setting has this name.
    package func setting(named name: String) throws(SettingError) -> Setting<Root> {
        guard let setting = self[name] else { throw SettingError(unknown(name, "setting")) }
        return setting
    }

    /// Returns the values of a document by their keys, and one line for each unknown or misplaced key.
    package func read(_ document: SettingTree) -> (values: [String: SettingValue], problems: [String]) {
        var (values, problems): ([String: SettingValue], [String]) = ([:], [])
        collect(document, under: "", &values, &problems)
        return (values, problems)
    }

    /// Sets the values of a document; absent ones stay as they are.
    ///
    /// - Returns: One line for each key that is unknown or has a value of the wrong type; the others are set.
    package func apply(_ document: SettingTree, to root: inout Root) -> [String] {
        var (values, problems) = read(document)
        for setting in settings {
            // Own texts.
            guard let value = values.removeValue(forKey: setting.key), value != .absent else { continue }
            do throws(SettingError) {
                try setting.set(value, in: &root)
            } catch {
                problems.append(error.description)
            }
        }
        return problems
    }

    /// A document with all values; `withAbsent` adds the settings that have none.
    package func document(of root: Root, withAbsent: Bool = false) -> SettingTree {
        settings.reduce(into: .empty) { document, setting in
            let value = setting.value(in: root)
            if value != .absent || withAbsent { document.set(value, for: setting.key) }
        }
    }

    /// One line for each value that is not allowed.
    package func problems(in root: Root) -> [String] { settings.compactMap { $0.problem(in: root) } }

    private func collect(
        _ tree: SettingTree,
        under prefix: String,
        _ values: inout [String: SettingValue],
        _ problems: inout [String]
    ) {
        switch tree {
        case .value(let value):
            if let setting = self[prefix] {
                // Own texts.
                values[setting.key] = value
            } else {
                problems.append("\(prefix.isEmpty ? "the document" : prefix) must be a group of settings")
            }
        case .group(let members):
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                let key = prefix.isEmpty ? name.wrappedValue : "\(prefix).\(name)"
                if groups.contains(key.exact) || isValue(member, of: key) {
                    collect(member, under: key, &values, &problems)
                } else if let setting = self[key] {
                    problems.append("\(setting.key) must be one value, not a group")
                } else {
                    problems.append(unknown(key, "key"))
                }
            }
        }
    }

    private func isValue(_ tree: SettingTree, of key: String) -> Bool {
        if case .value = tree { self[key] != nil } else { false }
    }

    private func unknown(_ key: String, _ kind: String) -> String {
        let known = settings.map(\.key) + groups.map(\.wrappedValue)
        let guess = Suggestion.nearest(to: key, among: known).map { "; did you mean '\($0)'?" } ?? ""
        return "unknown \(kind) '\(key)'\(guess)"
    }
}
