package import CardeaSQLCore

extension SQLiteDatabase {
    package func migrate(_ migrations: [SQLMigration], numbered: [String]) async throws(SQLError) {
        while try await migrateOnce(migrations, numbered) {}
    }

    /// Applies the next migration and records its name, in one transaction.
    ///
    /// - Returns: Whether there was one to apply.
    private func migrateOnce(
        _ migrations: [SQLMigration],
        _ numbered: [String]
    ) async throws(SQLError) -> Bool {
        let dialect = dialect
        return try await transact {
            reader throws(SQLError) in
            try AppliedMigrations(reader)
        } _: { applied throws(SQLError) in
            let plan = try applied.plan(migrations, numbered)
            let preparation = applied.hasTable ? [] : AppliedMigrations.creation(adopting: plan.adopted)
            guard let name = plan.pending.first else {
                return SQLDecision(preparation, false)
            }
            let migration = migrations.first { $0.name == name }
            let texts = migration?.statements(dialect) ?? []
            let writes = texts.map { SQLWrite(SQLStatement($0, isReused: false), changing: .any) }
            return SQLDecision(preparation + writes + [AppliedMigrations.insertion(name)], true)
        }
    }
}

extension SQLDatabase {
    /// How many migrations the database has.
    package var schemaVersion: Int {
        get async throws(SQLError) {
            try await read(.fewRows) { reader throws(SQLError) in try AppliedMigrations(reader).count }
        }
    }
}

/// The state of a database's migrations.
struct AppliedMigrations: Sendable {
    /// `nil` if the database has no table of names.
    private let names: Set<String>?
    /// The number that counted migrations before they had names.
    private let number: Int
    /// Whether the database has tables, but no migration.
    private let isForeign: Bool

    /// Instead of the old number: programs that count migrations reject the database.
    private static let beyondNumbers = 1_000

    private static let table = SQLStatement(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'",
        isReused: false
    )
    private static let others = SQLStatement(
        "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'migrations' AND name NOT GLOB 'sqlite_*'",
        isReused: false
    )
    private static let all = SQLStatement("SELECT name FROM migrations", isReused: false)
    private static let version = SQLStatement("PRAGMA user_version", isReused: false)

    init(_ reader: any SQLReader) throws(SQLError) {
        number = Int(try reader.integer(Self.version))
        if try reader.integer(Self.table) > 0 {
            var found: Set<String> = []
            try reader.read(SQLQuery(Self.all)) { cursor throws(SQLError) in found.insert(try cursor.text()) }
            names = found
        } else {
            names = nil
        }
        let others = try reader.integer(Self.others)
        isForeign = (names?.count ?? number) == 0 && others > 0
    }

    var hasTable: Bool { names != nil }

    var count: Int { names?.count ?? number }

    func plan(_ migrations: [SQLMigration], _ numbered: [String]) throws(SQLError) -> MigrationPlan {
        guard !isForeign else { throw .foreignSchema }
        return try MigrationPlan(
            known: migrations.map(\.name),
            applied: names,
            version: number,
            numbered: numbered
        )
    }

    /// Creates the table of names.
    static func creation(adopting names: [String]) -> [SQLWrite] {
        let texts = [
            "CREATE TABLE migrations (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID",
            "PRAGMA user_version = \(beyondNumbers)",
        ]
        return texts.map { SQLWrite(SQLStatement($0, isReused: false), changing: .any) }
            + names.map(insertion)
    }

    static func insertion(_ name: String) -> SQLWrite {
        let statement = SQLStatement("INSERT INTO migrations (name) VALUES (?1)", isReused: false)
        return SQLWrite(statement, [.text(name)], changing: .exactlyOne)
    }
}

extension SQLReader {
    /// The one integer that a statement returns.
    fileprivate func integer(_ statement: SQLStatement) throws(SQLError) -> Int64 {
        var result: Int64?
        try read(SQLQuery(statement)) { cursor throws(SQLError) in result = try cursor.integer() }
        guard let result else { throw .damaged("The database does not say which schema it has.") }
        return result
    }
}
