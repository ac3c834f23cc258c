internal import CardeaSQLCore

extension Schema {
    /// The first address of a user who has changed it.
    static let initialEmail = SQLMigration("2026-11-22-initial-email") { sql in
        ["ALTER TABLE users ADD COLUMN initial_email \(sql.text)"]
    }
}
