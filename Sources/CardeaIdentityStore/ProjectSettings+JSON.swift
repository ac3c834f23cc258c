internal import CardeaIdentityDomain
internal import CardeaSQLCore

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

    /// Reads a document; a setting that it does not name has its default.
    ///
    /// - Throws: `damaged` when the text is no document of settings.
    init(json: String) throws(SQLError) {
        do {
            self = try JSONDecoder().decode(ProjectSettings.self, from: Data(json.utf8))
        } catch {
            throw .damaged("The project's settings cannot be read: \(error)")
        }
    }
}
