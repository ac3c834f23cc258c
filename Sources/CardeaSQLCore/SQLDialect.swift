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

    package init(
        integer: String,
        text: String,
        blob: String,
        countingKey: String,
        tableOptions: String,
        clusteredTableOptions: String
    ) {
        self.integer = integer
        self.text = text
        self.blob = blob
        self.countingKey = countingKey
        self.tableOptions = tableOptions
        self.clusteredTableOptions = clusteredTableOptions
    }
}
