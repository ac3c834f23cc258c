/// Why a database did not do what was asked.
///
/// Nothing of the transaction was written.
package enum SQLError: Error, Sendable, Equatable {
    /// A row with these values in these columns is there already.
    case notUnique(table: String, columns: [String])
    /// Another rule of the schema would be broken: a foreign key, a check, a column that may not be null.
    case constraint(String)
    /// A write changed another number of rows than it expected to.
    case unexpectedCount
    /// More transactions wait than the database takes on.
    case overloaded
    /// Another process has the database open.
    case inUse(String)
    /// No room is left, or the files may not be written.
    case unwritable(String)
    /// What is stored cannot be read.
    case damaged(String)
    /// The schema is newer than the newest that the program knows.
    case newerSchema(found: Int, known: Int)
    /// The database is closed, locked or cannot be reached.
    case unavailable(String)
    /// The engine does not accept the statement: a mistake in the program.
    case invalidStatement(String)
}
