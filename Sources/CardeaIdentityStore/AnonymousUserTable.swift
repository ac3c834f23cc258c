internal import CardeaSQLCore

/// The statements on anonymous users whom nobody uses.
enum AnonymousUserTable {
    private static let isAnonymous = "email IS NULL AND phone_number IS NULL AND password_hash IS NULL"
    private static let key = "project = ?1 AND tenant = ?2 AND id = ?3"
    /// Neither a sign-in nor a refresh at moment ?4 or later.
    private static let isUnused = """
        \(isAnonymous) AND deleted_at IS NULL AND created_at < ?4 AND coalesce(last_signed_in_at, 0) < ?4 \
        AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.project = ?1 AND s.tenant = ?2 AND s.user_id = ?3 \
        AND (s.pending_at >= ?4 OR s.authenticated_at >= ?4))
        """

    static let page = SQLStatement(
        """
        SELECT created_at, tenant, id FROM users WHERE project = ?1 AND \(isAnonymous) AND deleted_at IS NULL \
        AND (created_at, tenant, id) > (?2, ?3, ?4) AND created_at < ?5 ORDER BY created_at, tenant, id LIMIT ?6
        """
    )
    static let count = SQLStatement("SELECT count(*) FROM users WHERE \(key) AND \(isUnused)")
    static let insertDepartures = SQLStatement(
        """
        INSERT INTO departed_sessions (id, departed_at) SELECT id, ?5 FROM sessions \
        WHERE \(SessionTable.liveOfUser) AND EXISTS (SELECT 1 FROM users WHERE \(key) AND \(isUnused))
        """
    )
    static let delete = SQLStatement("DELETE FROM users WHERE \(key) AND \(isUnused)")
}
