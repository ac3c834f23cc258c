/// The text of one statement, known by its identity, so that a driver prepares it once per connection.
///
/// Parameters are written `?1`, `?2` …; a driver whose engine writes them otherwise (`$1`) turns them when it
/// prepares. The text is otherwise what SQLite and PostgreSQL both understand; `SQLDialect` holds the rest.
package final class SQLStatement: Sendable {
    package let text: String
    /// Whether it is worth keeping prepared; not so for what runs once, such as a migration.
    package let isReused: Bool

    package init(_ text: String, isReused: Bool = true) {
        self.text = text
        self.isReused = isReused
    }

    /// The list `?1, ?2, … ?count`.
    package static func placeholders(_ count: Int) -> String {
        (1...max(count, 1)).map { "?\($0)" }.joined(separator: ", ")
    }
}

/// A statement that reads, with its parameters.
package struct SQLQuery: Sendable {
    package let statement: SQLStatement
    package let parameters: [SQLValue]

    package init(_ statement: SQLStatement, _ parameters: [SQLValue] = []) {
        self.statement = statement
        self.parameters = parameters
    }
}

/// A statement that writes, with its parameters and what has to come of it.
package struct SQLWrite: Sendable {
    /// How many rows a write has to change for its transaction to stand.
    package enum Expectation: Sendable {
        case any
        /// For a statement that names its row by a unique key, and so changes that row or nothing.
        case exactlyOne
    }

    package let statement: SQLStatement
    package let parameters: [SQLValue]
    package let expectation: Expectation

    package init(_ statement: SQLStatement, _ parameters: [SQLValue] = [], changing expectation: Expectation)
    {
        self.statement = statement
        self.parameters = parameters
        self.expectation = expectation
    }
}
