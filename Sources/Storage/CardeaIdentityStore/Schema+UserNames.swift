internal import CardeaSQLCore

extension Schema {
    /// User names, unique in a pool.
    static let userNames = SQLMigration("2026-11-23-user-names") { sql in
        [
            "ALTER TABLE users ADD COLUMN user_name \(sql.text)",
            """
            CREATE UNIQUE INDEX users_user_name ON users (project, tenant, user_name)
            WHERE user_name IS NOT NULL
            """,
        ]
    }

    /// Skeletons of user names, unique in a pool; housekeeping fills in those of older names.
    static let skeletons = SQLMigration("2026-11-27-user-name-skeletons") { sql in
        [
            "ALTER TABLE users ADD COLUMN user_name_skeleton \(sql.text)",
            """
            CREATE UNIQUE INDEX users_user_name_skeleton ON users (project, tenant, user_name_skeleton)
            WHERE user_name_skeleton IS NOT NULL
            """,
            """
            CREATE INDEX users_without_skeleton ON users (user_name_skeleton)
            WHERE user_name IS NOT NULL AND user_name_skeleton IS NULL
            """,
        ]
    }
}
