internal import CCardeaSQLite
internal import CardeaSQLCore

extension SQLError {
    /// The meaning of a result code, with the message of its connection.
    init(_ code: Int32, of connection: OpaquePointer?) {
        let extended = unsafe connection.map { unsafe sqlite3_extended_errcode($0) } ?? code
        let text = unsafe connection.flatMap { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        let message = unsafe text.map { unsafe String(cString: $0) } ?? "SQLite error \(code)"
        // For input and output errors SQLite's message is the same; only the number identifies the error.
        let isOfDisk = extended & 0xff == SQLITE_IOERR
        self.init(code: extended, message: isOfDisk ? "\(message) (SQLite \(extended))" : message)
    }

    /// - Parameters:
    ///   - code: An extended result code, whose low byte is the primary one.
    ///   - message: SQLite's message.
    init(code: Int32, message: String) {
        switch code & 0xff {
        case SQLITE_CONSTRAINT:
            self = Self.notUnique(message) ?? .constraint(message)
        case SQLITE_FULL, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            self = .unwritable(message)
        case SQLITE_IOERR:
            self = Self.readFailures.contains(code >> 8) ? .damaged(message) : .unwritable(message)
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT:
            self = .damaged(message)
        case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_MISMATCH, SQLITE_TOOBIG:
            self = .invalidStatement(message)
        default:
            self = .unavailable(message)
        }
    }

    /// The high bytes of `SQLITE_IOERR_READ`, `_SHORT_READ`, `_CORRUPTFS` and `_DATA`.
    private static let readFailures: [Int32] = [1, 2, 33, 32]

    /// Parses `UNIQUE constraint failed: table.column, table.column`.
    private static func notUnique(_ message: String) -> SQLError? {
        let prefix = "UNIQUE constraint failed: "
        guard message.hasPrefix(prefix) else { return nil }
        let names = message.dropFirst(prefix.count).split(separator: ",").map { name in
            name.drop { $0 == " " }.split(separator: ".", maxSplits: 1)
        }
        guard let table = names.first?.first else { return nil }
        return .notUnique(table: String(table), columns: names.compactMap { $0.last.map(String.init) })
    }
}
