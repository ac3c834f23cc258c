internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of anonymous users that are not used.
enum AnonymousUsers {
    private static let isAnonymous =
        """
        email IS NULL AND phone_number IS NULL AND password_hash IS NULL AND custom_auth = 0 \
        AND identities IS NULL
        """

    static let page = Select(
        RowView<UserPlace>(
            Columns<Timestamp>("created_at").view,
            UserPool.columns.view,
            Columns<UserID>("id").view
        ) { UserPlace(createdAt: $0, pool: $1, user: $2) },
        """
        FROM users WHERE project = :project AND \(isAnonymous) AND deleted_at IS NULL \
        AND (created_at, tenant, id) > (:after, :tenant, :id) AND created_at < :created_before \
        ORDER BY created_at, tenant, id LIMIT :limit
        """
    )
    static let unused = Select(
        Columns<UserID>("id").view,
        """
        FROM users WHERE \(Users.byKey) AND \(isAnonymous) AND deleted_at IS NULL AND created_at < :since \
        AND coalesce(last_signed_in_at, 0) < :since AND NOT EXISTS (SELECT 1 FROM sessions s \
        WHERE s.project = :project AND s.tenant = :tenant AND s.user_id = :id \
        AND (s.pending_at >= :since OR s.authenticated_at >= :since))
        """,
        locking: Users.lockByID
    )
}
