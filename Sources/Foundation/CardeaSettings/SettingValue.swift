/// The value of one setting, apart from its Swift type.
package enum SettingValue: Sendable, Hashable {
    case boolean(Bool)
    case integer(Int)
    case text(String)
    case list([String])
    /// The setting has no value.
    case absent
    /// A value that no setting has, such as a fraction.
    case unusable
}

extension SettingValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .text(let value): value
        case .list(let values): values.isEmpty ? "none" : values.joined(separator: ", ")
        case .absent: "none"
        case .unusable: "?"
        }
    }
}

extension SettingValue: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .absent
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([String].self) {
            self = .list(list)
        } else {
            self = .unusable
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .boolean(let boolean): try value.encode(boolean)
        case .integer(let integer): try value.encode(integer)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .absent, .unusable: try value.encodeNil()
        }
    }
}
