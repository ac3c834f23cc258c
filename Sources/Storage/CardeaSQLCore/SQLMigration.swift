/// One named step of a schema's history.
///
/// Once it is released, neither its name nor its statements change.
///
/// The name begins with a date, so that the migrations of all tables sort into one order.
package struct SQLMigration: Sendable {
    package let name: String
    package let statements: @Sendable (SQLDialect) -> [String]

    package init(_ name: String, _ statements: @escaping @Sendable (SQLDialect) -> [String]) {
        self.name = name
        self.statements = statements
    }
}

/// Which migrations are left to make.
///
/// Databases of releases before 0.2 count their migrations by a number; since then a table holds their names.
package struct MigrationPlan: Sendable, Equatable {
    /// The names that count as applied because the database has a number.
    package let adopted: [String]
    /// The names to apply, in order.
    package let pending: [String]

    /// - Parameters:
    ///   - known: The names of all migrations of this program.
    ///   - applied: The names in the database; `nil` if it has no table of names.
    ///   - version: The number in the database.
    ///   - numbered: The names of the migrations that had numbers, oldest first.
    /// - Throws: `newerSchema` if the database holds a migration that this program does not know.
    package init(
        known: [String],
        applied: Set<String>?,
        version: Int,
        numbered: [String]
    ) throws(SQLError) {
        guard applied != nil || version <= numbered.count else { throw .newerSchema(["number \(version)"]) }
        adopted = applied == nil ? Array(numbered.prefix(version)) : []
        let done = (applied ?? []).union(adopted)
        let unknown = done.subtracting(known).sorted()
        guard unknown.isEmpty else { throw .newerSchema(unknown) }
        pending = known.sorted().filter { !done.contains($0) }
    }
}
