/// The text of one statement.
///
/// A driver prepares it once per connection and finds it again by identity.
///
/// A parameter is written `:name`. The driver gets numbers (`?1`, `?2` …) in the order in which the names first
/// occur. A driver whose engine writes them otherwise (`$1`) replaces them when it prepares the statement. The text
/// is otherwise what SQLite and PostgreSQL both understand; `SQLDialect` holds the rest.
package final class SQLStatement: Sendable {
    package let text: String
    /// The names of the parameters, in the order of their numbers.
    ///
    /// Empty if the text has numbers already.
    package let parameterNames: [String]
    /// Whether it is worth keeping prepared: not a statement that runs once, such as a migration.
    package let isReused: Bool
    /// The rows that it locks where a transaction reads by it.
    package let lock: SQLLock?
    /// The places of the lock's parameters among those of the statement.
    private let lockParameters: [Int]

    package init(_ text: String, isReused: Bool = true, locking lock: SQLLock? = nil) {
        let names: [String]
        (self.text, names) = Self.numbered(text)
        parameterNames = names
        self.isReused = isReused
        self.lock = lock
        lockParameters = lock?.rows?.parameterNames.compactMap { names.firstIndex(of: $0) } ?? []
    }

    /// The values of the lock's parameters, out of those of the statement.
    package func lockArguments(_ parameters: [SQLValue]) -> [SQLValue] {
        lockParameters.map { parameters[$0] }
    }

    /// The values of named parameters, in the order of their numbers.
    ///
    /// - Throws: `invalidStatement` if a value is missing.
    package func arguments(_ values: SQLArguments) throws(SQLError) -> [SQLValue] {
        var arguments: [SQLValue] = []
        arguments.reserveCapacity(parameterNames.count)
        for name in parameterNames {
            guard let value = values[name] else {
                throw .invalidStatement("The parameter :\(name) has no value.")
            }
            arguments.append(value)
        }
        return arguments
    }

    /// Replaces each `:name` by its number.
    private static func numbered(_ text: String) -> (String, [String]) {
        var names: [String] = []
        var result = ""
        var rest = text[...]
        while let colon = rest.firstIndex(of: ":") {
            let name = rest[rest.index(after: colon)...].prefix { $0.isLetter || $0 == "_" }
            result += rest[..<colon]
            rest = rest[name.endIndex...]
            if names.firstIndex(of: String(name)) == nil { names.append(String(name)) }
            result += "?\((names.firstIndex(of: String(name)) ?? 0) + 1)"
        }
        return (result + rest, names)
    }
}

/// Values of parameters by their names.
package typealias SQLArguments = [String: SQLValue]

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
    /// The number of rows that a write has to change; else its transaction fails.
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

    /// - Throws: `invalidStatement` if a value is missing.
    package init(
        _ statement: SQLStatement,
        _ arguments: SQLArguments,
        changing expectation: Expectation
    ) throws(SQLError) {
        self.init(statement, try statement.arguments(arguments), changing: expectation)
    }
}
