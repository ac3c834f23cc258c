internal import CardeaIdentityDomain
internal import CardeaSettings
internal import CardeaSQLCore

/// The settings of a project are stored as one JSON document.
extension Policy: SQLColumnValue {
    /// Reads a document, also one of version 0.1, which has no groups.
    ///
    /// A setting that it does not name has its default.
    ///
    /// - Throws: `damaged` if the document has unknown settings or values of the wrong type.
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> Policy {
        var policy = Policy()
        let problems = table.apply(try SettingTree.decode(&cursor), to: &policy)
        guard problems.isEmpty else {
            throw .damaged("The settings cannot be read: \(problems.joined(separator: "; "))")
        }
        return policy
    }

    var sqlValue: SQLValue { Self.table.document(of: self).sqlValue }
}

/// The settings of a tenant or an app are stored as one JSON document.
extension PolicyOverrides: SQLColumnValue {
    /// - Throws: `damaged` if the document has unknown settings or values that are not allowed.
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> PolicyOverrides {
        let document = try SettingTree.decode(&cursor)
        do throws(SettingError) {
            return try PolicyOverrides(document)
        } catch {
            throw .damaged("The settings cannot be read: \(error)")
        }
    }

    var sqlValue: SQLValue { document.sqlValue }
}

extension SettingTree: SQLColumnValue {
    /// - Throws: `damaged` if the text is not JSON.
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> SettingTree {
        let text = try cursor.text()
        do throws(SettingError) {
            return try SettingTree(reading: Array(text.utf8))
        } catch {
            throw .damaged("The settings cannot be read: \(error)")
        }
    }

    var sqlValue: SQLValue { .text(String(decoding: text, as: UTF8.self)) }
}
