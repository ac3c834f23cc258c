internal import CardeaSQLCore

extension Schema {
    /// The values of a custom token: the claims of its session, and that its user is not anonymous.
    static let customTokens = SQLMigration("2026-11-22-custom-tokens") { sql in
        [
            "ALTER TABLE sessions ADD COLUMN developer_claims \(sql.text)",
            "ALTER TABLE users ADD COLUMN custom_auth \(sql.integer) NOT NULL DEFAULT 0",
            "DROP INDEX users_anonymous",
            """
            CREATE INDEX users_anonymous ON users (project, created_at, tenant, id)
            WHERE email IS NULL AND phone_number IS NULL AND password_hash IS NULL AND custom_auth = 0
            """,
        ]
    }
}
