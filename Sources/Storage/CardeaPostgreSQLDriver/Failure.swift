internal import CCardeaPostgreSQL
internal import CardeaSQLCore

/// The reason why a trip to the server failed.
enum Failure: Error {
    /// The server rejected a statement; the connection can be used.
    case statement(StatementFailure)
    /// The connection is lost, or leads to a server that does not write. It has to be replaced.
    case lost(String)

    var description: String {
        switch self {
        case .statement(let failure): failure.message
        case .lost(let reason): reason
        }
    }
}

/// The server's reason to reject a statement.
struct StatementFailure {
    /// The place of the statement in its trip.
    let index: Int
    /// The five characters of SQLSTATE.
    let state: String
    let message: String
    let schema: String
    let table: String
    let constraint: String

    /// Whether the same transaction may succeed when it runs again: a deadlock, a lock that was not free in time.
    var isTransient: Bool { ["40001", "40P01", "55P03"].contains(state) }

    /// Whether the text of the statement is the reason.
    var isOfStatement: Bool { state.hasPrefix("42") || state.hasPrefix("0A") }

    /// Whether the server is going down or has become a standby: another connection may lead to its successor.
    ///
    /// libpq has no SQLSTATE for a connection that dies.
    var endsConnection: Bool {
        // A wrong number of parameters is a mistake of the program.
        guard state != "08P01" else { return false }
        return state.isEmpty || state == "25006" || state == "26000"
            || ["57", "08"].contains { state.hasPrefix($0) }
    }
}

extension SQLError {
    /// - Parameters:
    ///   - failure: The server's reason.
    ///   - columns: The columns of the index that it names.
    init(_ failure: StatementFailure, columns: [String]) {
        let message = "\(failure.message) (SQLSTATE \(failure.state))"
        switch failure.state.prefix(2) {
        case "23":
            self =
                failure.state == "23505"
                ? .notUnique(table: failure.table, columns: columns) : .constraint(message)
        case "22" where failure.state == "22021": self = .invalidText(message)
        case "08", "22", "42", "0A": self = .invalidStatement(message)
        case "XX": self = .damaged(message)
        case "53" where failure.state == "53100": self = .unwritable(message)
        default: self = .unavailable(message)
        }
    }
}
