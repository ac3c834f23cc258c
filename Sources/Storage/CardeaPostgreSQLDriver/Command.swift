internal import CardeaSQLCore

/// A statement with the values of its parameters, as one part of a trip.
struct Command {
    static let begin = Command(SQLStatement("BEGIN ISOLATION LEVEL READ COMMITTED"))
    static let beginReading = Command(SQLStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
    static let commit = Command(SQLStatement("COMMIT"))
    static let rollBack = Command(SQLStatement("ROLLBACK"))

    let statement: SQLStatement
    let arguments: [Argument]

    init(_ statement: SQLStatement, _ arguments: [Argument] = []) {
        self.statement = statement
        self.arguments = arguments
    }
}
