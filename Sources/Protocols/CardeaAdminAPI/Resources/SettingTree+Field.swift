package import CardeaEncodings
import CardeaIdentityDomain
package import CardeaOperations
package import CardeaSettings

/// The settings of a project, a tenant or an app as a field: an object of groups.
extension SettingTree: FieldValue, OutputValue {
    package static func form(_ limit: NoLimit) -> ValueForm { .message(PolicyForm.settings) }
    package static var outputForm: ValueForm { form(NoLimit()) }

    package static func read(
        _ json: JSONValue,
        _ limit: NoLimit,
        _ rules: ReadingRules
    ) throws(FieldError) -> SettingTree? {
        guard case .object = json else { throw FieldError(.wrongType("TYPE_MESSAGE")) }
        return SettingTree(json)
    }
}

extension SettingValue {
    /// The form of a setting that has this value by default.
    fileprivate var form: ValueForm {
        switch self {
        case .boolean: .boolean
        case .integer: .integer(.min ... .max)
        case .text: .text(maximumBytes: nil)
        case .list: .list(.text(maximumBytes: nil), maximumCount: nil)
        // `null` is the default of a value that may be absent.
        case .absent, .unusable: .any
        }
    }
}

/// The form of all settings, made from their table.
private enum PolicyForm {
    static let settings = MessageForm(name: "Settings") {
        groups.map { name, fields in
            let group = MessageForm(name: "\(name.prefix(1).uppercased())\(name.dropFirst())Settings") {
                fields
            }
            return FieldForm(name: name, value: .message(group), summary: "Settings of the group `\(name)`.")
        }
    }

    /// The fields of each group.
    private static var groups: [(name: String, fields: [FieldForm])] {
        let defaults = Policy()
        var groups: [(name: String, fields: [FieldForm])] = []
        for setting in Policy.table.settings {
            let parts = setting.key.split(separator: ".", maxSplits: 1).map(String.init)
            let field = FieldForm(
                name: parts.last ?? "",
                value: setting.value(in: defaults).form,
                summary: setting.explanation(defaults: defaults)
            )
            // Own texts.
            if groups.last?.name != parts.first { groups.append((parts.first ?? "", [])) }
            groups[groups.count - 1].fields.append(field)
        }
        return groups
    }
}
