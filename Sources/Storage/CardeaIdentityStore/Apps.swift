internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension App.Kind: SQLColumnValue {}

/// The columns, statements and history of apps.
enum Apps {
    static let table = Table<App>(
        "apps",
        unique: [UniqueKey("id", means: .appID), UniqueKey("api_key", means: .apiKey)],
        Columns(
            Columns("id")(\.id),
            Columns("project")(\.project),
            Columns("created_at")(\.createdAt),
            Columns("kind")(\.kind),
            Columns("display_name")(\.displayName),
            Columns("api_key")(\.apiKey),
            Columns("secret_hash")(\.secretHash),
            Columns("overrides")(\.overrides)
        ) { id, project, createdAt, kind, name, apiKey, secretHash, overrides in
            App(
                id: id,
                project: project,
                createdAt: createdAt,
                kind: kind,
                displayName: name,
                apiKey: apiKey,
                secretHash: secretHash,
                overrides: overrides
            )
        }
    )

    static let byID = table.select("id = :id", locking: table.lock("SELECT :id"))
    static let all = Select(table.columns.view, "FROM apps ORDER BY project, id", locking: table.lock)
    static let update = table.rowUpdate(
        ["kind", "display_name", "api_key", "secret_hash", "overrides"],
        where: "id = :id"
    )
    static let delete = SQLStatement("DELETE FROM apps WHERE id = :id")

    static let migrations = [
        SQLMigration("2026-11-22-apps") { sql in
            [
                """
                CREATE TABLE apps (
                    id \(sql.text) NOT NULL PRIMARY KEY,
                    project \(sql.text) NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
                    created_at \(sql.integer) NOT NULL,
                    kind \(sql.text) NOT NULL,
                    display_name \(sql.text) NOT NULL,
                    api_key \(sql.text) UNIQUE,
                    secret_hash \(sql.blob),
                    overrides \(sql.text) NOT NULL
                ) \(sql.clusteredTableOptions)
                """
            ]
        }
    ]
}

extension AppChange {
    var writes: [SQLWrite] {
        switch self {
        case .insert(let app): [Apps.table.insertion(app)]
        case .update(let app): [Apps.update(app)]
        case .delete(let id): [SQLWrite(Apps.delete, [id.sqlValue], changing: .exactlyOne)]
        }
    }
}

extension SQLRowReader: AppReader {
    func app(_ lookup: AppLookup) throws(StoreError) -> App? {
        try first(Apps.byID, ["id": lookup.id.sqlValue])
    }

    func apps(_ lookup: AppsLookup) throws(StoreError) -> [App] { try all(Apps.all) }
}
