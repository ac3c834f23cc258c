/// The reason why a database did not do what was asked.
///
/// Nothing of the transaction was written, except where an error says so.
package enum SQLError: Error, Sendable, Equatable {
    /// Another row has the same values in these columns.
    case notUnique(table: String, columns: [String])
    /// Another rule of the schema would be broken: a foreign key, a check, a column that may not be null.
    case constraint(String)
    /// A text has a character that the engine cannot store: U+0000.
    case invalidText(String)
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
    /// The database holds tables, but none of this program.
    case foreignSchema
    /// The database is closed, locked or cannot be reached.
    case unavailable(String)
    /// The connection was lost during the commit, and again when the transaction was repeated: it may have been written.
    case unknownOutcome(String)
    /// The engine does not accept the statement: a mistake in the program.
    case invalidStatement(String)
}

extension SQLError: CustomStringConvertible {
    /// The error as a sentence, for a person.
    package var description: String {
        switch self {
        case .notUnique(let table, let columns):
            "another row of \(table) has the same \(columns.joined(separator: ", "))"
        case .constraint(let detail): "a rule of the schema would be broken: \(detail)"
        case .invalidText(let detail): "a text has a character that cannot be stored: \(detail)"
        case .unexpectedCount: "a write did not change as many rows as expected"
        case .overloaded: "too many transactions wait"
        case .inUse(let detail), .unwritable(let detail), .damaged(let detail), .unavailable(let detail):
            detail
        case .unknownOutcome(let detail): "the transaction may have been written: \(detail)"
        case .newerSchema(let migrations):
            "a newer program has written the database: this one does not know \(migrations.joined(separator: ", "))"
        case .foreignSchema: "another program has written the database"
        case .invalidStatement(let detail): "the engine rejects a statement: \(detail)"
        }
    }
}
