/// The types and options of table definitions, which differ from engine to engine.
package struct SQLDialect: Sendable {
    /// 64 bits, signed.
    package let integer: String
    /// Text that is compared byte by byte.
    package let text: String
    package let blob: String
    /// A primary key that counts by itself.
    package let countingKey: String
    /// Follows a table's definition.
    package let tableOptions: String
    /// Follows the definition of a table whose rows are kept in the order of its primary key.
    package let clusteredTableOptions: String
    /// The same, for a table whose rows change often.
    package let changingTableOptions: String
    package let catalog: SQLCatalog

    package init(
        integer: String,
        text: String,
        blob: String,
        countingKey: String,
        tableOptions: String,
        clusteredTableOptions: String,
        changingTableOptions: String,
        catalog: SQLCatalog
    ) {
        self.integer = integer
        self.text = text
        self.blob = blob
        self.countingKey = countingKey
        self.tableOptions = tableOptions
        self.clusteredTableOptions = clusteredTableOptions
        self.changingTableOptions = changingTableOptions
        self.catalog = catalog
    }
}

/// The statements on the tables that a database has, and on its number of migrations.
package struct SQLCatalog: Sendable {
    /// Makes other processes wait that migrate; `nil` if one process alone can open the database.
    package let lock: String?
    /// Counts the tables that are named `migrations`.
    package let migrations: String
    /// Counts everything else in the schema.
    package let others: String
    /// The names of all parts of the schema, as `SQLSchema` has them.
    package let parts: String
    /// The number that counted migrations before they had names.
    package let number: String
    /// Follows the creation of the table of names.
    package let afterCreation: [String]

    package init(
        lock: String?,
        migrations: String,
        others: String,
        parts: String,
        number: String,
        afterCreation: [String]
    ) {
        self.lock = lock
        self.migrations = migrations
        self.others = others
        self.parts = parts
        self.number = number
        self.afterCreation = afterCreation
    }
}
