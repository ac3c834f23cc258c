package import CardeaSQLCore

extension SQLiteDatabase {
    private static let version = SQLStatement("PRAGMA user_version", isReused: false)

    package func migrate(_ migrations: [SQLMigration]) async throws(SQLError) {
        while try await migrateOnce(migrations) {}
    }

    /// Makes the next migration and counts it, in one transaction.
    ///
    /// - Returns: Whether there was one to make.
    private func migrateOnce(_ migrations: [SQLMigration]) async throws(SQLError) -> Bool {
        try await transact([SQLQuery(Self.version)]) { rows throws(SQLError) in
            guard var row = rows.first?.first?.cursor else { throw .damaged("There is no schema version.") }
            let version = Int(try row.integer())
            guard version <= migrations.count else {
                throw .newerSchema(found: version, known: migrations.count)
            }
            guard version < migrations.count else { return SQLDecision([], false) }
            let texts = migrations[version].statements + ["PRAGMA user_version = \(version + 1)"]
            let writes = texts.map { SQLWrite(SQLStatement($0, isReused: false), changing: .any) }
            return SQLDecision(writes, true)
        }
    }
}
