internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements that follow from the columns of a table, and what its unique keys mean.
struct Table<Entity>: Sendable {
    let name: String
    let columns: Columns<Entity>
    let insert: SQLStatement
    private let unique: [UniqueKey]

    init(_ name: String, unique: [UniqueKey], _ columns: Columns<Entity>) {
        self.name = name
        self.unique = unique
        self.columns = columns
        let values = columns.names.map { ":\($0)" }.joined(separator: ", ")
        insert = SQLStatement("INSERT INTO \(name) (\(columns.view.list)) VALUES (\(values))")
    }

    var uniqueKeys: UniqueKeys { UniqueKeys(table: name, keys: unique) }

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

/// Columns whose values no two rows share.
struct UniqueKey: Sendable {
    let columns: [String]
    /// The meaning of a value that is taken; `nil` if a use case sees it only as a conflict.
    let name: StoreError.UniqueName?

    init(_ columns: String..., means name: StoreError.UniqueName? = nil) {
        self.columns = columns
        self.name = name
    }

    /// A key within a user pool.
    static func inPool(_ columns: String..., means name: StoreError.UniqueName? = nil) -> UniqueKey {
        UniqueKey(columns: ["project", "tenant"] + columns, name: name)
    }

    private init(columns: [String], name: StoreError.UniqueName?) {
        self.columns = columns
        self.name = name
    }
}

/// All unique keys of a table.
struct UniqueKeys: Sendable {
    let table: String
    let keys: [UniqueKey]
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
