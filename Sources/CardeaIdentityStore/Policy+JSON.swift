internal import CardeaIdentityDomain
internal import CardeaSettings
internal import CardeaSQLCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension SettingTree {
    /// The document as JSON text.
    var json: String {
        get throws(SQLError) {
            do {
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                return String(decoding: try encoder.encode(self), as: UTF8.self)
            } catch {
                throw .invalidStatement("The settings cannot be written: \(error)")
            }
        }
    }

    /// - Throws: `damaged` if the text is not JSON.
    init(json: String) throws(SQLError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw .damaged("The settings cannot be read: \(error)")
        }
    }
}

extension Policy {
    /// The one JSON document that the settings of a project are stored as.
    var json: String {
        get throws(SQLError) { try Self.table.document(of: self).json }
    }

    /// Reads a document; a setting that it does not name has its default. Documents without groups are read, too.
    ///
    /// - Throws: `damaged` if the document has unknown settings or values of the wrong type.
    init(json: String) throws(SQLError) {
        self.init()
        let problems = Self.table.apply(try SettingTree(json: json), to: &self)
        guard problems.isEmpty else {
            throw .damaged("The settings cannot be read: \(problems.joined(separator: "; "))")
        }
    }
}

extension PolicyOverrides {
    /// The one JSON document that the settings of a tenant or an app are stored as.
    var json: String {
        get throws(SQLError) { try document.json }
    }

    /// - Throws: `damaged` if the document has unknown settings or values that are not allowed.
    init(json: String) throws(SQLError) {
        let document = try SettingTree(json: json)
        do {
            try self.init(document)
        } catch {
            throw .damaged("The settings cannot be read: \(error)")
        }
    }
}
