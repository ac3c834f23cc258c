internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of administrators' credentials.
enum AdministratorTokens {
    static let table = Table<AdministratorToken>(
        "administrator_tokens",
        unique: [UniqueKey("id")],
        Columns(
            Columns("id")(\.id),
            Columns("hash")(\.hash),
            Columns("project")(\.project),
            Columns("name")(\.name),
            Columns("created_at")(\.createdAt),
            Columns("expires_at")(\.expiresAt),
            Columns("one_time")(\.isOneTime)
        ) { id, hash, project, name, createdAt, expiresAt, isOneTime in
            AdministratorToken(
                id: id,
                hash: hash,
                project: project,
                name: name,
                createdAt: createdAt,
                expiresAt: expiresAt,
                isOneTime: isOneTime
            )
        }
    )
    static let all = Select(
        table.columns.view,
        "FROM administrator_tokens ORDER BY created_at, id",
        locking: table.lock
    )
    static let byHash = table.select("hash = :hash", locking: table.lock(where: "hash = :hash"))
    static let delete = SQLStatement("DELETE FROM administrator_tokens WHERE id = :id")

    static let migrations = [
        SQLMigration("2026-11-22-administrator-tokens-by-hash") { _ in
            ["CREATE INDEX administrator_tokens_hash ON administrator_tokens (hash)"]
        }
    ]
}

extension AdministratorTokenChange {
    var writes: [SQLWrite] {
        switch self {
        case .insert(let token): [AdministratorTokens.table.insertion(token)]
        case .delete(let id): [SQLWrite(AdministratorTokens.delete, [id.sqlValue], changing: .exactlyOne)]
        }
    }
}

extension SQLRowReader: AdministratorTokenReader {
    func administratorToken(_ lookup: AdministratorTokenLookup) throws(StoreError) -> AdministratorToken? {
        try first(AdministratorTokens.byHash, [lookup.hash.sqlValue])
    }

    func administratorTokens(
        _ lookup: AdministratorTokensLookup
    ) throws(StoreError) -> [AdministratorToken] { try all(AdministratorTokens.all) }
}
