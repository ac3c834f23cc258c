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
            parts: """
                SELECT part FROM (SELECT 'the table ' || name AS part FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' \
                UNION SELECT 'the column ' || t.name || '.' || c.name \
                FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT GLOB 'sqlite_*' \
                UNION SELECT 'the key ' || t.name || ' (' || (SELECT group_concat(name, ', ') FROM \
                (SELECT name FROM pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk)) || ')' \
                FROM sqlite_schema t WHERE t.type = 'table' AND t.name NOT GLOB 'sqlite_*' \
                UNION SELECT 'the key ' || t.name || ' (' || (SELECT group_concat(name, ', ') FROM \
                (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) || ')' \
                FROM sqlite_schema t, pragma_index_list(t.name) i WHERE t.type = 'table' AND i."unique" \
                UNION SELECT 'the index ' || name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL) \
                WHERE part IS NOT NULL
                """,
            number: "PRAGMA user_version",
            // Instead of the old number: programs that count migrations reject the database.
            afterCreation: ["PRAGMA user_version = 1000"]
        )
    )
}
