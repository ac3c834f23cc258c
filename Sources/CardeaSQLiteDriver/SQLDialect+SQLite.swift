internal import CardeaSQLCore

extension SQLDialect {
    static let sqlite = SQLDialect(
        integer: "INTEGER",
        text: "TEXT",
        blob: "BLOB",
        countingKey: "INTEGER PRIMARY KEY",
        tableOptions: "STRICT",
        clusteredTableOptions: "STRICT, WITHOUT ROWID"
    )
}
