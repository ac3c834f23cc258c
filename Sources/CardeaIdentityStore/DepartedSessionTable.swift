internal import CardeaSQLCore

/// The statements on sessions that stood when their user's account was deleted.
enum DepartedSessionTable {
    /// Of a user with few sessions; the inner limit keeps many from being read only to be left out.
    static let insert = SQLStatement(
        """
        INSERT INTO departed_sessions (id, departed_at) SELECT id, ?4 FROM sessions WHERE id IN \
        (SELECT id FROM sessions WHERE \(SessionTable.liveOfUser) LIMIT \(SessionTable.step)) \
        AND \(SessionTable.areFewOfUser)
        """
    )
    static let insertOne = SQLStatement(
        """
        INSERT INTO departed_sessions (id, departed_at) SELECT id, ?2 FROM sessions \
        WHERE id = ?1 AND revoked_at IS NULL
        """
    )
    /// A session whose user has been deleted may still wait for its own deletion.
    static let byID = SQLStatement(
        """
        SELECT id FROM departed_sessions WHERE id = ?1 UNION ALL \
        SELECT s.id FROM sessions s \
        JOIN users u ON u.project = s.project AND u.tenant = s.tenant AND u.id = s.user_id \
        WHERE s.id = ?1 AND s.revoked_at IS NULL AND u.deleted_at IS NOT NULL
        """
    )
    static let old = SQLStatement("SELECT id FROM departed_sessions WHERE departed_at < ?1 LIMIT ?2")
    static let delete = SQLStatement("DELETE FROM departed_sessions WHERE id = ?1")
}
