internal import CardeaSQLCore

extension SQLDialect {
    static let sqlite = SQLDialect(
        integer: "INTEGER",
        text: "TEXT",
        blob: "BLOB",
        countingKey: "INTEGER PRIMARY KEY",
        tableOptions: "STRICT",
        clusteredTableOptions: "STRICT, WITHOUT ROWID",
        changingTableOptions: "STRICT, WITHOUT ROWID",
        catalog: SQLCatalog(
            lock: nil,
            migrations: "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'",
            others:
                "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'migrations' AND name NOT GLOB 'sqlite_*'",
            number: "PRAGMA user_version",
            // Instead of the old number: programs that count migrations reject the database.
            afterCreation: ["PRAGMA user_version = 1000"]
        )
    )
}
