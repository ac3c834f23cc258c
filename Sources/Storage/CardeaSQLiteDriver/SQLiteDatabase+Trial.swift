package import CardeaSQLCore

extension SQLiteDatabase {
    /// Tries to write to the database, by a commit that changes nothing.
    ///
    /// - Throws: `unwritable` if the disk is full or broken.
    package func tryWriting() async throws(SQLError) {
        let version = SQLQuery(SQLStatement("PRAGMA user_version", isReused: false))
        try await transact([version]) { rows throws(SQLError) in
            guard var row = rows.first?.first?.cursor else { throw .damaged("There is no schema version.") }
            // The page with the version is written even if the version stays the same.
            let same = SQLStatement("PRAGMA user_version = \(try row.integer())", isReused: false)
            return SQLDecision([SQLWrite(same, changing: .any)], ())
        }
    }
}
