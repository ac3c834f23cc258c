internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements on projects and their API keys.
enum ProjectTable {
    static let all = SQLStatement(
        "SELECT id, number, created_at, settings FROM projects ORDER BY created_at, id"
    )
    static let allKeys = SQLStatement("SELECT project, key FROM api_keys ORDER BY project, position")
    static let insert = SQLStatement(
        "INSERT INTO projects (id, number, created_at, settings) VALUES (?1, ?2, ?3, ?4)"
    )
    static let update = SQLStatement("UPDATE projects SET settings = ?2 WHERE id = ?1")
    static let insertKey = SQLStatement("INSERT INTO api_keys (project, position, key) VALUES (?1, ?2, ?3)")
    static let deleteKeys = SQLStatement("DELETE FROM api_keys WHERE project = ?1")
}

extension Project {
    /// Puts the rows of `ProjectTable.all` and `allKeys` together.
    static func all(from results: [[SQLRow]]) throws(SQLError) -> [Project] {
        var keys: [String: [String]] = [:]
        for row in results[1] {
            var columns = row.cursor
            keys[try columns.text(), default: []].append(try columns.text())
        }
        return try results[0].map { row throws(SQLError) in
            var columns = row.cursor
            let id = try columns.text()
            return Project(
                id: ProjectID(rawValue: id),
                number: try columns.integer(),
                createdAt: try columns.timestamp(),
                apiKeys: keys[id] ?? [],
                policy: try Policy(json: try columns.text())
            )
        }
    }

    var insertion: [SQLWrite] {
        get throws(SQLError) {
            let values = [
                .text(id.rawValue), .integer(number), SQLValue(createdAt), .text(try policy.json),
            ]
            return [SQLWrite(ProjectTable.insert, values, changing: .exactlyOne)] + keyInsertions
        }
    }

    var replacement: [SQLWrite] {
        get throws(SQLError) {
            let name = SQLValue.text(id.rawValue)
            return [
                SQLWrite(ProjectTable.update, [name, .text(try policy.json)], changing: .exactlyOne),
                SQLWrite(ProjectTable.deleteKeys, [name], changing: .any),
            ] + keyInsertions
        }
    }

    private var keyInsertions: [SQLWrite] {
        apiKeys.enumerated().map { position, key in
            let values = [SQLValue.text(id.rawValue), .integer(Int64(position)), .text(key)]
            return SQLWrite(ProjectTable.insertKey, values, changing: .exactlyOne)
        }
    }
}
