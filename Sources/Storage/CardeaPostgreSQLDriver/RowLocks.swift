internal import CardeaSQLCore

/// The rows that the transactions of a batch lock.
///
/// There is one statement for each table, in the same order of tables in every batch. It locks in the order of the
/// keys. So no two batches wait for each other in a circle.
struct RowLocks {
    private struct Table {
        let lock: SQLLock
        var strength: SQLLock.Strength
        var isWhole = false
        /// The keys, by the statements that return them: parameters of each row.
        var rows: [ObjectIdentifier: (statement: SQLStatement, arguments: [[SQLValue]])] = [:]
    }

    private var tables: [String: Table] = [:]

    init(_ queries: some Sequence<SQLQuery>) {
        for query in queries {
            guard let lock = query.statement.lock else { continue }
            add(lock, query.statement.lockArguments(query.parameters))
        }
    }

    private mutating func add(_ lock: SQLLock, _ arguments: [SQLValue]) {
        var table = tables[lock.table] ?? Table(lock: lock, strength: lock.strength)
        if lock.strength == .change { table.strength = .change }
        if let rows = lock.rows {
            // No key is null.
            guard !arguments.contains(.null) else { return }
            table.rows[ObjectIdentifier(rows), default: (rows, [])].arguments.append(arguments)
        } else {
            table.isWhole = true
        }
        tables[lock.table] = table
    }

    /// The statements, out of those that a connection knows by their text.
    func commands(_ statements: inout [String: SQLStatement]) -> [Command] {
        let ordered = tables.values.sorted { ($0.lock.rank, $0.lock.table) < ($1.lock.rank, $1.lock.table) }
        return ordered.map { table in
            let (text, arguments) = Self.statement(table)
            let statement = statements[text] ?? SQLStatement(text)
            statements[text] = statement
            return Command(statement, arguments)
        }
    }

    private static func statement(_ table: Table) -> (String, [Argument]) {
        let name = table.lock.table
        // Writers of the table wait, and so do decisions like this one; readers do not.
        guard !table.isWhole else { return ("LOCK TABLE \(name) IN SHARE ROW EXCLUSIVE MODE", []) }
        var arguments: [Argument] = []
        let keys = table.rows.values.sorted { $0.statement.text < $1.statement.text }.map { statement, rows in
            let columns = statement.parameterNames.indices
            let lists = columns.map { column in
                arguments.append(.array(rows.map { $0[column] }))
                return "?\(arguments.count)"
            }
            let names = columns.map { "p\($0 + 1)" }.joined(separator: ", ")
            return """
                SELECT k.* FROM unnest(\(lists.joined(separator: ", "))) AS v (\(names)) \
                CROSS JOIN LATERAL (\(statement.text(parameters: "v.p"))) k
                """
        }
        let key = table.lock.key.joined(separator: ", ")
        let strength = table.strength == .change ? "NO KEY UPDATE" : "SHARE"
        let text = """
            SELECT FROM \(name) WHERE (\(key)) IN (\(keys.joined(separator: " UNION ALL "))) \
            ORDER BY \(key) FOR \(strength)
            """
        return (text, arguments)
    }
}

/// A row that a job locks, as far as it can be told from its parameters.
struct RowKey: Hashable {
    private let statement: ObjectIdentifier
    private let arguments: [UInt8]

    /// `nil` if a query locks no single rows.
    init?(_ query: SQLQuery) {
        guard let rows = query.statement.lock?.rows else { return nil }
        statement = ObjectIdentifier(rows)
        arguments =
            EncodedArguments(query.statement.lockArguments(query.parameters).map(Argument.value)).bytes
    }
}
