internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements on secrets at rest.
enum SealedKeyTable {
    static let all = SQLStatement(
        """
        SELECT id, purpose, project, algorithm, sealed, created_at, superseded_at, retired_at FROM sealed_keys \
        ORDER BY created_at DESC, id DESC
        """
    )
    static let insert = SQLStatement(
        """
        INSERT INTO sealed_keys (id, purpose, project, algorithm, sealed, created_at, superseded_at, retired_at) \
        VALUES (\(SQLStatement.placeholders(8)))
        """
    )
    static let update = SQLStatement(
        """
        UPDATE sealed_keys SET superseded_at = ?4, retired_at = ?5 \
        WHERE id = ?1 AND purpose = ?2 AND project = ?3
        """
    )
}

extension SealedKey {
    /// Reads the columns of `SealedKeyTable.all`.
    init(_ columns: inout SQLColumnCursor) throws(SQLError) {
        let id = try columns.text()
        let use = try columns.name(Use.self)
        let project = try columns.text()
        self.init(
            id: id,
            use: use,
            project: project.isEmpty ? nil : ProjectID(rawValue: project),
            algorithm: try columns.text(),
            sealed: try columns.bytes(),
            createdAt: try columns.timestamp(),
            supersededAt: try columns.optionalTimestamp(),
            retiredAt: try columns.optionalTimestamp()
        )
    }

    private var name: [SQLValue] {
        [.text(id), .text(use.rawValue), SQLValue(orEmpty: project?.rawValue)]
    }

    private var dates: [SQLValue] { [SQLValue(supersededAt), SQLValue(retiredAt)] }

    var insertion: SQLWrite {
        let facts = [.text(algorithm), .blob(sealed), SQLValue(createdAt)]
        return SQLWrite(SealedKeyTable.insert, name + facts + dates, changing: .exactlyOne)
    }

    var replacement: SQLWrite { SQLWrite(SealedKeyTable.update, name + dates, changing: .exactlyOne) }
}
