internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of tokens that are to be revoked at their providers.
enum ProviderRevocations {
    static func schema(_ sql: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE provider_revocations (
                number \(sql.countingKey),
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                provider \(sql.text) NOT NULL,
                subject \(sql.text) NOT NULL,
                sealed_access \(sql.blob),
                sealed_refresh \(sql.blob),
                attempts \(sql.integer) NOT NULL,
                next_attempt_at \(sql.integer) NOT NULL
            ) \(sql.tableOptions)
            """,
            "CREATE INDEX provider_revocations_next ON provider_revocations (next_attempt_at)",
        ]
    }

    private static let columns = "project, tenant, provider, subject, sealed_access, sealed_refresh"
    private static let hasTokens = "(sealed_access IS NOT NULL OR sealed_refresh IS NOT NULL)"

    /// Keeps the tokens of an identity that is about to be deleted.
    static let insert = insertion(of: Identities.hasKey)
    /// The same for all identities of a user.
    static let insertOfUser = insertion(of: Identities.isOfUser)

    private static func insertion(of condition: String) -> SQLStatement {
        SQLStatement(
            """
            INSERT INTO provider_revocations (\(columns), attempts, next_attempt_at) \
            SELECT \(columns), 0, 0 FROM federated_identities WHERE \(condition) AND \(hasTokens)
            """
        )
    }

    static let due = Select(
        RowView<ProviderRevocation>(
            Columns<Int64>("number").view,
            UserPool.columns.view,
            Identities.id.view,
            Columns<[UInt8]?>("sealed_access").view,
            Columns<[UInt8]?>("sealed_refresh").view,
            Columns<Int64>("attempts").view
        ) { number, pool, id, access, refresh, attempts in
            ProviderRevocation(
                number: number,
                id: id,
                pool: pool,
                tokens: SealedProviderTokens(access: access, refresh: refresh),
                attempts: attempts
            )
        },
        "FROM provider_revocations WHERE next_attempt_at <= :now ORDER BY next_attempt_at, number LIMIT :limit"
    )
    static let postpone = SQLStatement(
        """
        UPDATE provider_revocations SET attempts = attempts + 1, next_attempt_at = :next_attempt_at \
        WHERE number = :number
        """
    )
    static let delete = SQLStatement("DELETE FROM provider_revocations WHERE number = :number")
}
