/// Why a database did not do what was asked.
///
/// Nothing of the transaction was written.
package enum SQLError: Error, Sendable, Equatable {
    /// Another row has the same values in these columns.
    case notUnique(table: String, columns: [String])
    /// Another rule of the schema would be broken: a foreign key, a check, a column that may not be null.
    case constraint(String)
    /// A write did not change as many rows as it expected to.
    case unexpectedCount
    /// Too many transactions wait.
    case overloaded
    /// Another process has the database open.
    case inUse(String)
    /// The disk is full, or the files may not be written.
    case unwritable(String)
    /// The stored data cannot be decoded.
    case damaged(String)
    /// The database holds migrations that this program does not know.
    case newerSchema([String])
    /// The database is closed, locked or cannot be reached.
    case unavailable(String)
    /// The engine does not accept the statement: a mistake in the program.
    case invalidStatement(String)
}
