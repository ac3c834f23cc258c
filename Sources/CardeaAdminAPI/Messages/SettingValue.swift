import FoundationEssentials
import CardeaIdentityDomain

/// The value of one setting of a project.
package enum SettingValue: Sendable, Equatable {
    case boolean(Bool)
    case integer(Int)
    case text(String)
    /// The setting has no value.
    case absent

    /// The value that a person means by a word.
    package init(_ word: String) {
        self =
            switch word {
            case "true": .boolean(true)
            case "false": .boolean(false)
            case "none", "null": .absent
            default: Int(word).map(SettingValue.integer) ?? .text(word)
            }
    }
}

extension SettingValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .text(let value): value
        case .absent: "none"
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
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .boolean(let boolean): try value.encode(boolean)
        case .integer(let integer): try value.encode(integer)
        case .text(let text): try value.encode(text)
        case .absent: try value.encodeNil()
        }
    }
}

extension SettingValue {
    /// The settings by their names.
    static func values(of settings: ProjectSettings) throws -> [String: SettingValue] {
        do {
            let present = try JSONDecoder().decode(
                [String: SettingValue].self,
                from: JSONEncoder().encode(settings)
            )
            return ["issuer": .absent, "sessionLifetime": .absent, "unusedAnonymousDays": .absent].merging(
                present
            ) { $1 }
        } catch {
            throw AdminError(.failed, "the settings cannot be shown")
        }
    }

    /// The settings with some values replaced.
    static func settings(
        _ settings: ProjectSettings,
        changing changes: [String: SettingValue]
    ) throws -> ProjectSettings {
        let values = try values(of: settings).merging(changes) { $1 }
        do {
            return try JSONDecoder().decode(ProjectSettings.self, from: JSONEncoder().encode(values))
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let name = context.codingPath.first?.stringValue ?? "settings"
            throw AdminError(.badRequest, "the setting \(name) cannot have this value")
        } catch DecodingError.dataCorrupted(let context) {
            guard let name = context.codingPath.first?.stringValue else {
                throw AdminError(.badRequest, context.debugDescription)
            }
            throw AdminError(.badRequest, "the setting \(name) cannot have this value")
        } catch {
            throw AdminError(.badRequest, "these settings cannot be")
        }
    }
}
