internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements on administrators' credentials.
enum AdministratorTokenTable {
    private static let columns = "id, hash, project, name, created_at, expires_at, one_time"

    static let all = SQLStatement("SELECT \(columns) FROM administrator_tokens ORDER BY created_at, id")
    static let insert = SQLStatement(
        "INSERT INTO administrator_tokens (\(columns)) VALUES (\(SQLStatement.placeholders(7)))"
    )
    static let delete = SQLStatement("DELETE FROM administrator_tokens WHERE id = ?1")
}

extension AdministratorToken {
    /// Reads the columns of `AdministratorTokenTable.all`.
    init(_ columns: inout SQLColumnCursor) throws(SQLError) {
        self.init(
            id: try columns.text(),
            hash: try columns.bytes(),
            project: try columns.optionalText().map(ProjectID.init(rawValue:)),
            name: try columns.text(),
            createdAt: try columns.timestamp(),
            expiresAt: try columns.optionalTimestamp(),
            isOneTime: try columns.flag()
        )
    }

    var insertion: SQLWrite {
        let values: [SQLValue] = [
            .text(id), .blob(hash), SQLValue(project?.rawValue), .text(name), SQLValue(createdAt),
            SQLValue(expiresAt), SQLValue(isOneTime),
        ]
        return SQLWrite(AdministratorTokenTable.insert, values, changing: .exactlyOne)
    }
}
