internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of verified sign-ins that wait for a decision of the user.
enum PendingIdentities {
    private static let hash = Columns<[UInt8]>("hash")

    static let table = Table<PendingIdentity>(
        "pending_identities",
        unique: [UniqueKey("hash"), .inPool("provider", "subject")],
        Columns(
            hash(\.hash),
            UserPool.columns(\.pool),
            Identities.id(\.id),
            Columns("sealed")(\.sealed),
            Columns("expires_at")(\.expiresAt)
        ) { PendingIdentity(hash: $0, id: $2, pool: $1, sealed: $3, expiresAt: $4) }
    )

    static func schema(_ sql: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE pending_identities (
                hash \(sql.blob) NOT NULL PRIMARY KEY,
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                provider \(sql.text) NOT NULL,
                subject \(sql.text) NOT NULL,
                sealed \(sql.blob) NOT NULL,
                expires_at \(sql.integer) NOT NULL
            ) \(sql.clusteredTableOptions)
            """,
            """
            CREATE UNIQUE INDEX pending_identities_subject ON pending_identities \
            (project, tenant, provider, subject)
            """,
            "CREATE INDEX pending_identities_expires_at ON pending_identities (expires_at)",
        ]
    }

    static let byHash = table.select("hash = :hash", locking: table.lock("SELECT :hash"))
    static let expired = table.select(hash.view, "expires_at < :before LIMIT :limit")
    static let delete = SQLStatement("DELETE FROM pending_identities WHERE hash = :hash")
    static let deleteSame = SQLStatement("DELETE FROM pending_identities WHERE \(Identities.hasKey)")
    static let deleteAtProvider = SQLStatement(
        "DELETE FROM pending_identities WHERE project = :project AND tenant = :tenant AND provider = :provider"
    )
    static let deleteOfUser = SQLStatement(
        """
        DELETE FROM pending_identities WHERE project = :project AND tenant = :tenant AND (provider, subject) IN \
        (SELECT provider, subject FROM federated_identities WHERE \(Identities.isOfUser))
        """
    )
}
