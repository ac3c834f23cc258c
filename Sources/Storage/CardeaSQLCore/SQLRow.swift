/// The columns of the row that a query has reached.
///
/// It is a class, so that a cursor over it allocates nothing.
package protocol SQLColumns: AnyObject {
    var count: Int { get }

    func isNull(_ index: Int) -> Bool
    /// - Throws: `damaged` if the column has another type.
    func integer(_ index: Int) throws(SQLError) -> Int64
    /// - Throws: `damaged` if the column has another type.
    func text(_ index: Int) throws(SQLError) -> String
    /// - Throws: `damaged` if the column has another type.
    func bytes(_ index: Int) throws(SQLError) -> [UInt8]
    func value(_ index: Int) -> SQLValue
}

/// A row, and the index of the next column to decode.
package struct SQLCursor {
    package let columns: any SQLColumns
    package private(set) var index = 0

    package init(_ columns: any SQLColumns) { self.columns = columns }

    /// Whether the next column is null.
    ///
    /// It stays the next column.
    package var isAtNull: Bool { columns.isNull(index) }

    package mutating func skip(_ count: Int) { index += count }

    package mutating func integer() throws(SQLError) -> Int64 {
        defer { index += 1 }
        return try columns.integer(index)
    }

    package mutating func text() throws(SQLError) -> String {
        defer { index += 1 }
        return try columns.text(index)
    }

    package mutating func bytes() throws(SQLError) -> [UInt8] {
        defer { index += 1 }
        return try columns.bytes(index)
    }
}

/// The values of one row, copied out of the database.
package struct SQLRow: Sendable, Equatable {
    package let columns: [SQLValue]

    package init(_ columns: [SQLValue]) { self.columns = columns }

    /// A cursor before the first column.
    package var cursor: SQLCursor { SQLCursor(StoredColumns(columns)) }
}

private final class StoredColumns: SQLColumns {
    private let values: [SQLValue]

    init(_ values: [SQLValue]) { self.values = values }

    var count: Int { values.count }

    func isNull(_ index: Int) -> Bool { value(index) == .null }

    func integer(_ index: Int) throws(SQLError) -> Int64 {
        guard case .integer(let integer) = value(index) else { throw .mismatch(column: index) }
        return integer
    }

    func text(_ index: Int) throws(SQLError) -> String {
        guard case .text(let text) = value(index) else { throw .mismatch(column: index) }
        return text
    }

    func bytes(_ index: Int) throws(SQLError) -> [UInt8] {
        guard case .blob(let bytes) = value(index) else { throw .mismatch(column: index) }
        return bytes
    }

    func value(_ index: Int) -> SQLValue { values.indices.contains(index) ? values[index] : .null }
}

extension SQLError {
    /// A column is absent or has another type than its table declares.
    package static func mismatch(column index: Int) -> SQLError {
        .damaged("Column \(index + 1) of a row is absent or has the wrong type.")
    }
}
