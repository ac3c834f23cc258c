internal import CardeaSQLCore

extension Schema {
    /// The provider that has given a user's address to another person, and when.
    static let recycledAddresses = SQLMigration("2026-11-24-recycled-addresses") { sql in
        [
            "ALTER TABLE users ADD COLUMN recycled_by \(sql.text)",
            "ALTER TABLE users ADD COLUMN recycled_at \(sql.integer)",
        ]
    }
}
