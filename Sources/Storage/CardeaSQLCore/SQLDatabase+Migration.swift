extension SQLDatabase {
    /// Applies each migration that is missing, in a transaction of its own.
    package func apply(_ migrations: [SQLMigration], numbered: [String]) async throws(SQLError) {
        while try await applyOne(of: migrations, numbered) {}
    }

    /// Applies the next migration and records its name, in one transaction.
    ///
    /// - Returns: Whether there was one to apply.
    private func applyOne(
        of migrations: [SQLMigration],
        _ numbered: [String]
    ) async throws(SQLError) -> Bool {
        let dialect = dialect
        return try await transact {
            reader throws(SQLError) in
            if let lock = dialect.catalog.lock { try reader.read(.once(lock)) { _ in } }
            return try AppliedMigrations(reader, dialect)
        } _: { applied throws(SQLError) in
            let plan = try applied.plan(migrations, numbered)
            let preparation = applied.hasTable ? [] : dialect.creation(adopting: plan.adopted)
            guard let name = plan.pending.first else {
                return SQLDecision(preparation, false)
            }
            let migration = migrations.first { $0.name == name }
            let writes = (migration?.statements(dialect) ?? []).map(SQLWrite.once)
            return SQLDecision(preparation + writes + [SQLDialect.insertion(name)], true)
        }
    }

    /// The migrations that are left to make.
    package func migrationPlan(
        _ migrations: [SQLMigration],
        numbered: [String]
    ) async throws(SQLError) -> MigrationPlan {
        try await appliedMigrations.plan(migrations, numbered)
    }

    /// The number of migrations of the database.
    package var schemaVersion: Int {
        get async throws(SQLError) { try await appliedMigrations.count }
    }

    private var appliedMigrations: AppliedMigrations {
        get async throws(SQLError) {
            let dialect = dialect
            return try await read(.fewRows) { reader throws(SQLError) in
                try AppliedMigrations(reader, dialect)
            }
        }
    }
}

/// The state of a database's migrations.
private struct AppliedMigrations: Sendable {
    /// `nil` if the database has no table of names.
    private let names: Set<String>?
    /// The number that counted migrations before they had names.
    private let number: Int
    /// Whether the database has tables, but no migration.
    private let isForeign: Bool

    init(_ reader: any SQLReader, _ dialect: SQLDialect) throws(SQLError) {
        number = Int(try reader.integer(dialect.catalog.number))
        if try reader.integer(dialect.catalog.migrations) > 0 {
            var found: Set<String> = []
            try reader.read(.once("SELECT name FROM migrations")) { cursor throws(SQLError) in
                found.insert(try cursor.text())
            }
            names = found
        } else {
            names = nil
        }
        let others = try reader.integer(dialect.catalog.others)
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
}

extension SQLDialect {
    /// Creates the table of names.
    fileprivate func creation(adopting names: [String]) -> [SQLWrite] {
        let table = "CREATE TABLE migrations (name \(text) NOT NULL PRIMARY KEY) \(clusteredTableOptions)"
        return ([table] + catalog.afterCreation).map(SQLWrite.once) + names.map(Self.insertion)
    }

    fileprivate static func insertion(_ name: String) -> SQLWrite {
        let statement = SQLStatement("INSERT INTO migrations (name) VALUES (:name)", isReused: false)
        return SQLWrite(statement, [.text(name)], changing: .exactlyOne)
    }
}

extension SQLQuery {
    /// A statement that runs once.
    fileprivate static func once(_ text: String) -> SQLQuery { SQLQuery(SQLStatement(text, isReused: false)) }
}

extension SQLWrite {
    /// A statement that runs once.
    fileprivate static func once(_ text: String) -> SQLWrite {
        SQLWrite(SQLStatement(text, isReused: false), changing: .any)
    }
}

extension SQLReader {
    /// The one integer that a statement returns.
    fileprivate func integer(_ text: String) throws(SQLError) -> Int64 {
        var result: Int64?
        try read(.once(text)) { cursor throws(SQLError) in result = try cursor.integer() }
        guard let result else { throw .damaged("The database does not say which schema it has.") }
        return result
    }
}
