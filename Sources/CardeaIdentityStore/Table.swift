internal import CardeaSQLCore

/// The statements that follow from the columns of a table.
struct Table<Entity>: Sendable {
    let name: String
    let columns: Columns<Entity>
    let insert: SQLStatement

    init(_ name: String, _ columns: Columns<Entity>) {
        self.name = name
        self.columns = columns
        let values = columns.names.map { ":\($0)" }.joined(separator: ", ")
        insert = SQLStatement("INSERT INTO \(name) (\(columns.view.list)) VALUES (\(values))")
    }

    func insertion(_ entity: Entity) -> SQLWrite {
        SQLWrite(insert, columns.values(entity), changing: .exactlyOne)
    }

    /// Reads rows; `conditions` is what stands behind `WHERE`.
    func select(_ conditions: String) -> Select<Entity> { select(columns.view, conditions) }

    /// Reads some of the columns.
    func select<Part>(_ view: RowView<Part>, _ conditions: String) -> Select<Part> {
        Select(view, "FROM \(name) WHERE \(conditions)")
    }

    /// Replaces columns.
    ///
    /// The parameters are the columns' names in their order, then those of `assignments` and `conditions`.
    func update(_ names: [String], _ assignments: String..., where conditions: String) -> SQLStatement {
        let list = (names.map { "\($0) = :\($0)" } + assignments).joined(separator: ", ")
        return SQLStatement("UPDATE \(name) SET \(list) WHERE \(conditions)")
    }
}

/// A statement that reads, and how its rows are decoded.
struct Select<Row>: Sendable {
    let statement: SQLStatement
    private let decode: @Sendable (inout SQLCursor) throws(SQLError) -> Row

    /// - Parameters:
    ///   - view: The columns.
    ///   - source: The text after them: `FROM …`.
    ///   - isReused: Whether it is worth keeping prepared.
    init(_ view: RowView<Row>, _ source: String, isReused: Bool = true) {
        decode = view.decode
        statement = SQLStatement("SELECT \(view.list) \(source)", isReused: isReused)
    }

    func first(_ reader: any SQLReader, _ parameters: [SQLValue]) throws(SQLError) -> Row? {
        var first: Row?
        try reader.read(SQLQuery(statement, parameters)) { cursor throws(SQLError) in
            first = try decode(&cursor)
        }
        return first
    }

    func all(_ reader: any SQLReader, _ parameters: [SQLValue]) throws(SQLError) -> [Row] {
        var rows: [Row] = []
        try reader.read(SQLQuery(statement, parameters)) { cursor throws(SQLError) in
            rows.append(try decode(&cursor))
        }
        return rows
    }
}
