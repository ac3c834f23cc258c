internal import CardeaSQLCore

/// The migrations of releases before 0.2, which counted them.
extension Schema {
    /// Oldest first.
    static let numberedMigrations = [
        tables, endedSessions, voidSessions, attempts, manySessions, epochs, securityEventIndexes,
    ]

    private static let tables = SQLMigration("0001-tables") { accounts($0) + administration($0) }

    /// The indexes of housekeeping: sessions by their end, and tombstones.
    private static let endedSessions = SQLMigration("0002-ended-sessions") { sql in
        [
            "CREATE INDEX sessions_revoked_at ON sessions (revoked_at) WHERE revoked_at IS NOT NULL",
            "CREATE INDEX sessions_expires_at ON sessions (expires_at) WHERE expires_at IS NOT NULL",
            """
            CREATE TABLE departed_sessions (
                id \(sql.blob) NOT NULL PRIMARY KEY,
                departed_at \(sql.integer) NOT NULL
            ) \(sql.clusteredTableOptions)
            """,
            "CREATE INDEX departed_sessions_departed_at ON departed_sessions (departed_at)",
        ]
    }

    /// Revokes the sessions that a change of their user has made void, so that housekeeping finds them.
    private static let voidSessions = SQLMigration("0003-void-sessions") { _ in
        [
            """
            UPDATE sessions SET revocation_reason = 'administrator', revoked_at = (
                SELECT u.valid_since FROM users u
                WHERE u.project = sessions.project AND u.tenant = sessions.tenant AND u.id = sessions.user_id
            )
            WHERE revoked_at IS NULL AND EXISTS (
                SELECT 1 FROM users u
                WHERE u.project = sessions.project AND u.tenant = sessions.tenant AND u.id = sessions.user_id
                AND (u.disabled = 1 OR sessions.authenticated_at / 1000 < u.valid_since / 1000)
            )
            """
        ]
    }

    /// The attempts that brought a session's last tokens.
    private static let attempts = SQLMigration("0004-attempts") { sql in
        ["ALTER TABLE sessions ADD COLUMN attempts \(sql.blob)"]
    }

    /// Bounds the work on users with very many sessions, and finds anonymous users by their age.
    private static let manySessions = SQLMigration("0005-many-sessions") { sql in
        [
            """
            CREATE INDEX sessions_live ON sessions (project, tenant, user_id, created_at)
            WHERE revoked_at IS NULL
            """,
            """
            CREATE TABLE unfinished_revocations (
                number \(sql.countingKey),
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                user_id \(sql.text) NOT NULL,
                revoked_at \(sql.integer) NOT NULL,
                revocation_reason \(sql.text) NOT NULL
            ) \(sql.tableOptions)
            """,
            "ALTER TABLE users ADD COLUMN deleted_at \(sql.integer)",
            "CREATE INDEX users_deleted_at ON users (deleted_at) WHERE deleted_at IS NOT NULL",
            """
            CREATE INDEX users_anonymous ON users (project, created_at, tenant, id)
            WHERE email IS NULL AND phone_number IS NULL AND password_hash IS NULL
            """,
        ]
    }

    /// The epoch of a session, the origin of its refreshes, and the tokens that are tolerated.
    private static let epochs = SQLMigration("0006-epochs") { sql in
        [
            "ALTER TABLE users ADD COLUMN epoch \(sql.integer) NOT NULL DEFAULT 0",
            "ALTER TABLE sessions ADD COLUMN epoch \(sql.integer) NOT NULL DEFAULT 0",
            "ALTER TABLE sessions ADD COLUMN pending_user_agent \(sql.integer)",
            "ALTER TABLE sessions ADD COLUMN pending_network \(sql.integer)",
            "ALTER TABLE sessions ADD COLUMN superseded \(sql.blob)",
        ]
    }

    /// Finds the security events of one user, and those that housekeeping deletes.
    private static let securityEventIndexes = SQLMigration("0007-security-event-indexes") { _ in
        [
            "CREATE INDEX security_events_user ON security_events (project, tenant, user_id, number)",
            "CREATE INDEX security_events_at ON security_events (at)",
        ]
    }

    private static func accounts(_ sql: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE users (
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                id \(sql.text) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                email \(sql.text),
                email_verified \(sql.integer) NOT NULL,
                display_name \(sql.text),
                photo_url \(sql.text),
                phone_number \(sql.text),
                password_hash \(sql.text),
                password_changed_at \(sql.integer),
                custom_claims \(sql.text),
                disabled \(sql.integer) NOT NULL,
                last_signed_in_at \(sql.integer),
                valid_since \(sql.integer) NOT NULL,
                revision \(sql.integer) NOT NULL,
                PRIMARY KEY (project, tenant, id)
            ) \(sql.clusteredTableOptions)
            """,
            "CREATE UNIQUE INDEX users_email ON users (project, tenant, email) WHERE email IS NOT NULL",
            """
            CREATE UNIQUE INDEX users_phone_number ON users (project, tenant, phone_number)
            WHERE phone_number IS NOT NULL
            """,
            """
            CREATE TABLE sessions (
                id \(sql.blob) NOT NULL PRIMARY KEY,
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                user_id \(sql.text) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                authenticated_at \(sql.integer) NOT NULL,
                sign_in_provider \(sql.text) NOT NULL,
                expires_at \(sql.integer),
                access_token_lifetime \(sql.integer),
                user_agent \(sql.text),
                generation \(sql.integer) NOT NULL,
                branch \(sql.integer) NOT NULL,
                pending_branch \(sql.integer),
                pending_key_hash \(sql.blob),
                pending_at \(sql.integer),
                pending_replayed_late \(sql.integer),
                orphan_branch \(sql.integer),
                orphan_at \(sql.integer),
                revoked_at \(sql.integer),
                revocation_reason \(sql.text),
                FOREIGN KEY (project, tenant, user_id) REFERENCES users (project, tenant, id) ON DELETE CASCADE
            ) \(sql.changingTableOptions)
            """,
            "CREATE INDEX sessions_user ON sessions (project, tenant, user_id)",
            """
            CREATE TABLE security_events (
                number \(sql.countingKey),
                kind \(sql.text) NOT NULL,
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                user_id \(sql.text) NOT NULL,
                session_id \(sql.blob),
                at \(sql.integer) NOT NULL,
                remote_address \(sql.text)
            ) \(sql.tableOptions)
            """,
        ]
    }

    private static func administration(_ sql: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE projects (
                id \(sql.text) NOT NULL PRIMARY KEY,
                number \(sql.integer) NOT NULL UNIQUE,
                created_at \(sql.integer) NOT NULL,
                settings \(sql.text) NOT NULL
            ) \(sql.clusteredTableOptions)
            """,
            """
            CREATE TABLE api_keys (
                key \(sql.text) NOT NULL PRIMARY KEY,
                project \(sql.text) NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
                position \(sql.integer) NOT NULL
            ) \(sql.clusteredTableOptions)
            """,
            """
            CREATE TABLE sealed_keys (
                purpose \(sql.text) NOT NULL,
                project \(sql.text) NOT NULL,
                id \(sql.text) NOT NULL,
                algorithm \(sql.text) NOT NULL,
                sealed \(sql.blob) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                superseded_at \(sql.integer),
                retired_at \(sql.integer),
                PRIMARY KEY (purpose, project, id)
            ) \(sql.tableOptions)
            """,
            """
            CREATE TABLE administrator_tokens (
                id \(sql.text) NOT NULL PRIMARY KEY,
                hash \(sql.blob) NOT NULL,
                project \(sql.text),
                name \(sql.text) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                expires_at \(sql.integer),
                one_time \(sql.integer) NOT NULL
            ) \(sql.clusteredTableOptions)
            """,
        ]
    }
}
