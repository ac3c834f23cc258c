internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension SealedKey.Use: SQLColumnValue {}

/// The columns and statements of secrets at rest.
enum SealedKeys {
    static let table = Table<SealedKey>(
        "sealed_keys",
        unique: [UniqueKey("purpose", "project", "id")],
        Columns(
            Columns("id")(\.id),
            Columns("purpose")(\.use),
            // Part of a key, so the empty text stands for none.
            Columns("project")({ $0.project?.rawValue ?? "" }),
            Columns("algorithm")(\.algorithm),
            Columns("sealed")(\.sealed),
            Columns("created_at")(\.createdAt),
            Columns("starts_at")(\.startsAt),
            Columns("superseded_at")(\.supersededAt),
            Columns("retired_at")(\.retiredAt)
        ) { id, use, project, algorithm, sealed, createdAt, startsAt, supersededAt, retiredAt in
            SealedKey(
                id: id,
                use: use,
                project: project.isEmpty ? nil : ProjectID(rawValue: project),
                algorithm: algorithm,
                sealed: sealed,
                createdAt: createdAt,
                startsAt: startsAt,
                supersededAt: supersededAt,
                retiredAt: retiredAt
            )
        }
    )
    /// Keys that are published before they are used.
    static let starts = SQLMigration("2026-11-27-starts-of-keys") { sql in
        ["ALTER TABLE sealed_keys ADD COLUMN starts_at \(sql.integer)"]
    }

    static let all = Select(
        table.columns.view,
        "FROM sealed_keys ORDER BY created_at DESC, id DESC",
        locking: table.lock
    )
    static let update = table.rowUpdate(
        ["superseded_at", "retired_at"],
        where: "id = :id AND purpose = :purpose AND project = :project"
    )
}

extension SealedKeyChange {
    var writes: [SQLWrite] {
        switch self {
        case .insert(let key): [SealedKeys.table.insertion(key)]
        case .update(let key): [SealedKeys.update(key)]
        }
    }
}

extension SQLRowReader: SealedKeyReader {
    func sealedKeys(_ lookup: SealedKeysLookup) throws(StoreError) -> [SealedKey] { try all(SealedKeys.all) }
}
