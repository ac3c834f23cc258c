/// The tables, columns, keys and indexes of a database, as far as programs rely on them.
package struct SQLSchema: Sendable {
    /// A name for each part, such as `the column users.email`; both engines give it the same one.
    private let parts: Set<String>

    private static let table = "the table "

    /// Reads the schema of a database.
    package init(of database: any SQLDatabase) async throws(SQLError) {
        let query = SQLQuery(SQLStatement(database.dialect.catalog.parts, isReused: false))
        parts = try await database.read(.fewRows) { reader throws(SQLError) in
            var parts: Set<String> = []
            try reader.read(query) { cursor throws(SQLError) in parts.insert(try cursor.text()) }
            return parts
        }
    }

    /// The parts of this schema that another one lacks; those of a missing table are left out.
    package func missing(from other: SQLSchema) -> [String] {
        // Own texts.
        let missing = parts.subtracting(other.parts)
        let tables = missing.filter { $0.hasPrefix(Self.table) }.map { $0.dropFirst(Self.table.count) }
        return missing.filter { part in
            !tables.contains { part.contains(" \($0).") || part.contains(" \($0) (") }
        }
        .sorted()
    }
}
