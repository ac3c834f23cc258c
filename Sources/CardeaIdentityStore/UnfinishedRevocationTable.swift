internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements on users with more sessions than one statement ends.
///
/// What is left to do is to mark sessions that are void already, by what the account says.
enum UnfinishedRevocationTable {
    private static let insert = SQLStatement(
        """
        INSERT INTO unfinished_revocations (project, tenant, user_id, revoked_at, revocation_reason) \
        SELECT ?1, ?2, ?3, ?5, ?6 \
        WHERE EXISTS (SELECT 1 FROM sessions s \(voidSessions) AND s.id IS DISTINCT FROM ?4)
        """
    )
    static let first = SQLStatement(
        """
        SELECT number, project, tenant, user_id, revoked_at, revocation_reason FROM unfinished_revocations \
        ORDER BY number LIMIT 1
        """
    )
    static let sessions = SQLStatement(
        "SELECT s.id FROM sessions s \(voidSessions) ORDER BY s.created_at LIMIT ?4"
    )
    static let delete = SQLStatement("DELETE FROM unfinished_revocations WHERE number = ?1")

    /// As in `Session.end(for:at:)`.
    private static let voidSessions = """
        JOIN users u ON u.project = s.project AND u.tenant = s.tenant AND u.id = s.user_id \
        WHERE s.project = ?1 AND s.tenant = ?2 AND s.user_id = ?3 AND s.revoked_at IS NULL \
        AND (s.epoch <> u.epoch OR s.authenticated_at / 1000 < u.valid_since / 1000)
        """

    /// Notes that sessions are left, if any are.
    static func insertion(
        _ user: UserID,
        _ pool: UserPool,
        sparing spared: SessionID?,
        _ revocation: Revocation
    ) -> SQLWrite {
        let key = pool.values + [.text(user.rawValue), SQLValue(spared)]
        return SQLWrite(insert, key + revocation.values, changing: .any)
    }
}
