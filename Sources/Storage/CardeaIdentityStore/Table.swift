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
    func select(_ conditions: String, locking lock: SQLLock? = nil) -> Select<Entity> {
        Select(columns.view, "FROM \(name) WHERE \(conditions)", locking: lock)
    }

    /// Reads some of the columns.
    func select<Part>(_ view: RowView<Part>, _ conditions: String) -> Select<Part> {
        Select(view, "FROM \(name) WHERE \(conditions)")
    }

    /// Replaces columns.
    ///
    /// The parameters are the columns' names in their order, then those of `assignments` and `conditions`.
    func update(_ names: [String], _ assignments: [String] = [], where conditions: String) -> SQLStatement {
        SQLStatement(
            """
            UPDATE \(name) SET \((names.map { "\($0) = :\($0)" } + assignments).joined(separator: ", ")) \
            WHERE \(conditions)
            """
        )
    }

    /// Replaces columns of one row; all parameters are columns.
    func rowUpdate(
        _ names: [String],
        _ assignments: [String] = [],
        where conditions: String
    ) -> RowUpdate<Entity> {
        RowUpdate(update(names, assignments, where: conditions), columns)
    }
}

/// A statement that changes one row, and takes its parameters from the columns of an entity.
struct RowUpdate<Entity>: Sendable {
    let statement: SQLStatement
    private let columns: Columns<Entity>
    /// The places of the parameters among the columns.
    private let places: [Int]

    init(_ statement: SQLStatement, _ columns: Columns<Entity>) {
        self.statement = statement
        self.columns = columns
        places = statement.parameterNames.map { name in
            // Own texts.
            guard let place = columns.names.firstIndex(of: name) else {
                preconditionFailure("the parameter :\(name) is not a column")
            }
            return place
        }
    }

    func callAsFunction(_ entity: Entity) -> SQLWrite {
        let values = columns.values(entity)
        return SQLWrite(statement, places.map { values[$0] }, changing: .exactlyOne)
    }
}

extension Table {
    /// The rows whose keys a statement returns, such as `SELECT :id`.
    func lock(_ rows: String, to strength: SQLLock.Strength = .change) -> SQLLock {
        lock(rows: rows, strength)
    }

    /// The rows that a search finds.
    func lock(where conditions: String) -> SQLLock {
        lock("SELECT \(key.joined(separator: ", ")) FROM \(name) WHERE \(conditions)")
    }

    /// The whole table, for a decision on all its rows.
    var lock: SQLLock { lock(rows: nil, .change) }

    private func lock(rows: String?, _ strength: SQLLock.Strength) -> SQLLock {
        let order = ["projects", "tenants", "users", "sessions"]
        // Own texts.
        let rank = order.firstIndex(of: name) ?? order.count
        return SQLLock(table: name, key: key, rank: rank, strength: strength, rows: rows)
    }

    /// The columns of the primary key.
    private var key: [String] { unique[0].columns }
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
    ///   - lock: The rows that it locks in a transaction; `nil` if the writes of the decision name what they expect.
    init(_ view: RowView<Row>, _ source: String, isReused: Bool = true, locking lock: SQLLock? = nil) {
        decode = view.decode
        statement = SQLStatement("SELECT \(view.list) \(source)", isReused: isReused, locking: lock)
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
