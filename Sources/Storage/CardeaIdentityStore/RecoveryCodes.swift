internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of the codes that administrators give users.
enum RecoveryCodes {
    static let table = Table<RecoveryCode>(
        "recovery_codes",
        unique: [UniqueKey("hash"), .inPool("user_id")],
        Columns(
            Columns("hash")(\.hash),
            UserPool.columns(\.pool),
            Columns("user_id")(\.user),
            Columns("epoch")(\.epoch),
            Columns("created_at")(\.createdAt),
            Columns("expires_at")(\.expiresAt)
        ) { RecoveryCode(hash: $0, pool: $1, user: $2, epoch: $3, createdAt: $4, expiresAt: $5) }
    )

    static let migration = SQLMigration("2026-11-27-recovery-codes") { sql in
        [
            """
            CREATE TABLE recovery_codes (
                hash \(sql.blob) NOT NULL PRIMARY KEY,
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                user_id \(sql.text) NOT NULL,
                epoch \(sql.integer) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                expires_at \(sql.integer) NOT NULL,
                UNIQUE (project, tenant, user_id),
                FOREIGN KEY (project, tenant, user_id) REFERENCES users (project, tenant, id) ON DELETE CASCADE
            ) \(sql.clusteredTableOptions)
            """
        ]
    }

    static let byHash = table.select("hash = :hash", locking: table.lock("SELECT :hash"))
    static let deleteFormer = SQLStatement(
        """
        DELETE FROM recovery_codes WHERE project = :project AND tenant = :tenant \
        AND (user_id = :user_id OR expires_at < :created_at)
        """
    )
    static let delete = SQLStatement("DELETE FROM recovery_codes WHERE hash = :hash")
}

extension SQLRowReader: RecoveryCodeReader {
    func recoveryCode(_ lookup: RecoveryCodeLookup) throws(StoreError) -> RecoveryCode? {
        try first(RecoveryCodes.byHash, [lookup.hash.sqlValue])
    }
}

extension RecoveryCodeChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .replace(let code):
                let values = RecoveryCodes.table.columns.arguments(code)
                return [
                    try SQLWrite(RecoveryCodes.deleteFormer, values, changing: .any),
                    RecoveryCodes.table.insertion(code),
                ]
            case .consume(let hash):
                return [SQLWrite(RecoveryCodes.delete, [hash.sqlValue], changing: .exactlyOne)]
            }
        }
    }
}
