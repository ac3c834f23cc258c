internal import CardeaIdentityDomain
internal import CardeaSQLCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Settings are stored as one JSON document.
extension ProjectSettings: SQLColumnValue {
    /// Reads a document.
    ///
    /// A setting that it does not name has its default.
    ///
    /// - Throws: `damaged` if the text is not a document of settings.
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> ProjectSettings {
        let json = try cursor.text()
        do {
            return try JSONDecoder().decode(ProjectSettings.self, from: Data(json.utf8))
        } catch {
            throw .damaged("The settings of a project cannot be read: \(error)")
        }
    }

    /// Null if the settings cannot be written; the column rejects that.
    var sqlValue: SQLValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(self) else { return .null }
        return .text(String(decoding: json, as: UTF8.self))
    }
}
