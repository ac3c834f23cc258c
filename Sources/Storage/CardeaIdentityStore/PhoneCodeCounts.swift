internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of the counts of codes that were sent to phone numbers.
enum PhoneCodeCounts {
    static let migration = SQLMigration("2026-11-24-phone-code-counts") { sql in
        [
            """
            CREATE TABLE phone_code_counts (
                project \(sql.text) NOT NULL,
                phone_number \(sql.text) NOT NULL,
                burst \(sql.integer) NOT NULL,
                empty_at \(sql.integer) NOT NULL,
                PRIMARY KEY (project, phone_number, burst)
            ) \(sql.clusteredTableOptions)
            """,
            "CREATE INDEX phone_code_counts_empty_at ON phone_code_counts (empty_at)",
        ]
    }

    static let uniqueKeys = UniqueKeys(
        table: "phone_code_counts",
        keys: [UniqueKey("project", "phone_number", "burst")]
    )

    private static let key = "project, phone_number, burst"

    static let byKey = Select(
        Columns<Timestamp>("empty_at").view,
        "FROM phone_code_counts WHERE project = :project AND phone_number = :phone_number AND burst = :burst"
    )
    /// Replaces a count that is as it was read.
    static let count = SQLStatement(
        """
        INSERT INTO phone_code_counts (\(key), empty_at) VALUES (:project, :phone_number, :burst, :empty_at) \
        ON CONFLICT (\(key)) DO UPDATE SET empty_at = excluded.empty_at \
        WHERE phone_code_counts.empty_at IS NOT DISTINCT FROM :old_empty_at
        """
    )
    /// More than one is deleted for each that is added, so that what has run empty does not stay.
    static let deleteEmpty = SQLStatement(
        """
        DELETE FROM phone_code_counts WHERE (\(key)) IN \
        (SELECT \(key) FROM phone_code_counts WHERE empty_at < :now ORDER BY empty_at LIMIT 2)
        """
    )

    static func arguments(_ count: PhoneCodeCount) -> SQLArguments {
        [
            "project": count.project.sqlValue,
            // No number in E.164 form is empty.
            "phone_number": (count.phoneNumber ?? "").sqlValue,
            "burst": Int64(count.rate.burst).sqlValue,
        ]
    }

    /// Counts a code.
    static func writes(
        _ count: PhoneCodeCount,
        _ emptyAt: Timestamp?,
        now: Timestamp
    ) throws(SQLError) -> [SQLWrite] {
        var values = arguments(count)
        values["empty_at"] = count.rate.filled(emptyAt: emptyAt, now: now).sqlValue
        values["old_empty_at"] = emptyAt.sqlValue
        return [
            try SQLWrite(self.count, values, changing: .exactlyOne),
            SQLWrite(deleteEmpty, [now.sqlValue], changing: .any),
        ]
    }
}
