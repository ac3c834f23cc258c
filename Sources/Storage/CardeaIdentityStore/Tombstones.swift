internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements on tombstones: sessions that were active when their user was deleted.
enum Tombstones {
    static let uniqueKeys = UniqueKeys(table: "departed_sessions", keys: [UniqueKey("id")])
    /// For a user with few sessions.
    ///
    /// The inner limit bounds the number of rows that are read.
    static let insertOfUser = SQLStatement(
        """
        INSERT INTO departed_sessions (id, departed_at) SELECT id, :deleted_at FROM sessions WHERE id IN \
        (SELECT id FROM sessions WHERE \(Sessions.activeOfUser) LIMIT \(Sessions.step)) \
        AND \(Sessions.areFewOfUser)
        """
    )
    static let insertOne = SQLStatement(
        """
        INSERT INTO departed_sessions (id, departed_at) SELECT id, :deleted_at FROM sessions \
        WHERE id = :id AND revoked_at IS NULL
        """
    )
    /// Also finds an active session whose user has been deleted, and which is not deleted yet.
    static let bySession = Select(
        Sessions.id.view,
        """
        FROM departed_sessions WHERE id = :id UNION ALL SELECT s.id FROM sessions s \
        JOIN users u ON u.project = s.project AND u.tenant = s.tenant AND u.id = s.user_id \
        WHERE s.id = :id AND s.revoked_at IS NULL AND u.deleted_at IS NOT NULL
        """
    )
    static let old = Select(
        Sessions.id.view,
        "FROM departed_sessions WHERE departed_at < :before LIMIT :limit"
    )
    static let delete = SQLStatement("DELETE FROM departed_sessions WHERE id = :id")
}

/// The statements on users that have more sessions than one statement revokes.
///
/// The remaining sessions are void already, by the epoch of the user.
enum UnfinishedRevocations {
    static let insert = SQLStatement(
        """
        INSERT INTO unfinished_revocations (project, tenant, user_id, revoked_at, revocation_reason) \
        SELECT :project, :tenant, :user_id, :revoked_at, :revocation_reason \
        WHERE EXISTS (SELECT 1 FROM sessions s \(areVoid) AND s.id IS DISTINCT FROM :except)
        """
    )
    static let oldest = Select(
        RowView<UnfinishedRevocation>(
            Columns<Int64>("number").view,
            UserPool.columns.view,
            Columns<UserID>("user_id").view,
            Sessions.revocation.view
        ) { UnfinishedRevocation(number: $0, pool: $1, user: $2, revocation: $3) },
        "FROM unfinished_revocations ORDER BY number LIMIT 1"
    )
    static let voidSessions = Select(
        Sessions.id.view.of("s"),
        "FROM sessions s \(areVoid) ORDER BY s.created_at LIMIT :limit"
    )
    static let delete = SQLStatement("DELETE FROM unfinished_revocations WHERE number = :number")
    static let activeSessions = Select(
        Columns<Int64>("count(*)").view,
        """
        FROM sessions s \(ofUser) AND (s.expires_at IS NULL OR s.expires_at > :now) AND NOT (\(isVoid)) \
        AND u.disabled = 0
        """,
        locking: Users.lockByUserID
    )

    /// The same rule as in `end(for:at:)`.
    private static let isVoid = "s.epoch <> u.epoch OR s.authenticated_at / 1000 < u.valid_since / 1000"
    private static let areVoid = "\(ofUser) AND (\(isVoid))"
    private static let ofUser = """
        JOIN users u ON u.project = s.project AND u.tenant = s.tenant AND u.id = s.user_id \
        WHERE s.project = :project AND s.tenant = :tenant AND s.user_id = :user_id AND s.revoked_at IS NULL
        """
}
