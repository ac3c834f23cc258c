package import CardeaEncodings

/// A document of settings: groups of values and of other groups.
package enum SettingTree: Sendable, Equatable {
    case value(SettingValue)
    case group([ExactText: SettingTree])

    package static var empty: SettingTree { .group([:]) }

    /// The values by their keys, such as `limits.drain`.
    package var values: [String: SettingValue] {
        guard case .group(let members) = self else { return [:] }
        return members.reduce(into: [:]) { values, member in
            switch member.value {
            // Own texts.
            case .value(let value): values[member.key.wrappedValue] = value
            case .group:
                // Own texts.
                for (key, value) in member.value.values { values["\(member.key).\(key)"] = value }
            }
        }
    }

    /// Sets the value of a key such as `limits.drain`.
    package mutating func set(_ value: SettingValue, for key: String) {
        set(value, for: key.split(separator: ".")[...])
    }

    /// The values of the settings that have another value in another document; `nil` if all are equal.
    ///
    /// A setting that a document does not have is absent.
    package func difference(from other: SettingTree) -> SettingTree? {
        let (present, others) = (values, other.values)
        // Own texts: both documents are those of settings.
        let keys = Set(present.keys).union(others.keys)
        // Own texts.
        let differing = keys.filter { present[$0] ?? .absent != others[$0] ?? .absent }
        guard !differing.isEmpty else { return nil }
        // Own texts.
        return differing.reduce(into: SettingTree.empty) { $0.set(present[$1] ?? .absent, for: $1) }
    }

    private mutating func set(_ value: SettingValue, for path: ArraySlice<Substring>) {
        guard let name = path.first else { return self = .value(value) }
        var members: [ExactText: SettingTree] = [:]
        if case .group(let present) = self { members = present }
        members[name.exact, default: .empty].set(value, for: path.dropFirst())
        self = .group(members)
    }
}

extension SettingTree: Codable {
    package init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: AnyKey.self) {
            var group: [ExactText: SettingTree] = [:]
            for key in members.allKeys {
                group[key.stringValue.exact] = try members.decode(SettingTree.self, forKey: key)
            }
            self = .group(group)
        } else {
            self = .value(try SettingValue(from: decoder))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .value(let value): try value.encode(to: encoder)
        case .group(let group):
            var members = encoder.container(keyedBy: AnyKey.self)
            for (name, member) in group {
                try members.encode(member, forKey: AnyKey(stringValue: name.wrappedValue))
            }
        }
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
