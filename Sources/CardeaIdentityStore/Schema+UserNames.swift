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
}
