/// One row of an answer, its columns in the order of the query.
package struct SQLRow: Sendable, Equatable {
    package let columns: [SQLValue]

    package init(_ columns: [SQLValue]) { self.columns = columns }

    /// A cursor before the first column.
    package var cursor: SQLColumnCursor { SQLColumnCursor(columns) }
}

/// Takes the columns of a row one after another, each as the type that its table declares.
package struct SQLColumnCursor {
    private let columns: [SQLValue]
    private var next = 0

    init(_ columns: [SQLValue]) { self.columns = columns }

    /// - Throws: `damaged` when the column is of another type, or there is none.
    package mutating func integer() throws(SQLError) -> Int64 {
        guard let value = try optionalInteger() else { throw mismatch("an integer") }
        return value
    }

    /// - Throws: `damaged` when the column is of another type, or there is none.
    package mutating func text() throws(SQLError) -> String {
        guard let value = try optionalText() else { throw mismatch("text") }
        return value
    }

    /// - Throws: `damaged` when the column is of another type, or there is none.
    package mutating func bytes() throws(SQLError) -> [UInt8] {
        guard let value = try optionalBytes() else { throw mismatch("bytes") }
        return value
    }

    /// - Throws: `damaged` when the column is of another type, or there is none.
    package mutating func flag() throws(SQLError) -> Bool { try integer() != 0 }

    /// - Throws: `damaged` when the column is of another type, or there is none.
    package mutating func optionalInteger() throws(SQLError) -> Int64? {
        switch try take() {
        case .integer(let value): value
        case .null: nil
        default: throw mismatch("an integer")
        }
    }

    /// - Throws: `damaged` when the column is of another type, or there is none.
    package mutating func optionalText() throws(SQLError) -> String? {
        switch try take() {
        case .text(let value): value
        case .null: nil
        default: throw mismatch("text")
        }
    }

    /// - Throws: `damaged` when the column is of another type, or there is none.
    package mutating func optionalBytes() throws(SQLError) -> [UInt8]? {
        switch try take() {
        case .blob(let value): value
        case .null: nil
        default: throw mismatch("bytes")
        }
    }

    private mutating func take() throws(SQLError) -> SQLValue {
        guard next < columns.count else { throw .damaged("A row has no column \(next + 1).") }
        defer { next += 1 }
        return columns[next]
    }

    private func mismatch(_ expected: String) -> SQLError {
        .damaged("Column \(next) of a row is not \(expected).")
    }
}
