/// The rows that a read locks in a transaction, until its end.
///
/// SQLite has one writer, and ignores locks. PostgreSQL locks the rows before it reads, by a statement of its own: so
/// the read finds what the lock has waited for.
package struct SQLLock: Sendable {
    /// The access of other transactions to the rows.
    package enum Strength: Int, Sendable, CaseIterable {
        /// Nothing but read them: for rows that are likely to be changed.
        case change
        /// Read them, and lock them in the same way: for rows that must only stay as they are.
        case keep
    }

    package let table: String
    /// The columns of the key, in whose order all transactions lock the rows.
    package let key: [String]
    /// The place of the table in the order in which all transactions lock.
    package let rank: Int
    package let strength: Strength
    /// Returns the keys of the rows, by parameters of the read; `nil` locks the table against every writer.
    package let rows: SQLStatement?

    /// - Parameters:
    ///   - table: The name of the table.
    ///   - key: The columns of its key.
    ///   - rank: The place of the table in the order of locks.
    ///   - strength: The access of other transactions.
    ///   - rows: The text of the statement that returns the keys, such as `SELECT :id`.
    package init(table: String, key: [String], rank: Int, strength: Strength, rows: String?) {
        self.table = table
        self.key = key
        self.rank = rank
        self.strength = strength
        self.rows = rows.map { SQLStatement($0) }
    }
}
