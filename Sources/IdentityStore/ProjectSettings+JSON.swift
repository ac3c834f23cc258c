internal import IdentityDomain
internal import SQLCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension ProjectSettings {
    /// The one JSON document that settings are stored as.
    var json: String {
        get throws(SQLError) {
            do {
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                return String(decoding: try encoder.encode(self), as: UTF8.self)
            } catch {
                throw .invalidStatement("The project's settings cannot be written: \(error)")
            }
        }
    }

    /// Reads a document; a setting that is newer than it has its default.
    ///
    /// - Throws: `damaged` when the text is no document of settings.
    init(json: String) throws(SQLError) {
        do {
            let decoder = JSONDecoder()
            let encoder = JSONEncoder()
            let defaults = try encoder.encode(ProjectSettings())
            let stored = try decoder.decode([String: StoredSetting].self, from: Data(json.utf8))
            let settings = try decoder.decode([String: StoredSetting].self, from: defaults)
                .merging(stored) { $1 }
            self = try decoder.decode(ProjectSettings.self, from: try encoder.encode(settings))
        } catch {
            throw .damaged("The project's settings cannot be read: \(error)")
        }
    }
}

/// The value of one setting, whichever it is.
private enum StoredSetting: Codable {
    case flag(Bool)
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
