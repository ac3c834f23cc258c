internal import CCardeaSQLite
internal import CardeaSQLCore

/// One prepared statement of one connection; used by one thread at a time, gone before its connection is.
@safe final class SQLiteStatement {
    private let handle: OpaquePointer
    private let parameterCount: Int
    private let columnCount: Int32

    init(_ text: String, isReused: Bool, connection: OpaquePointer) throws(SQLError) {
        var prepared: OpaquePointer?
        let flags = UInt32(isReused ? SQLITE_PREPARE_PERSISTENT : 0)
        let code = unsafe sqlite3_prepare_v3(connection, text, -1, flags, &prepared, nil)
        guard code == SQLITE_OK else { throw unsafe SQLError(code, of: connection) }
        guard let prepared = unsafe prepared else { throw .invalidStatement("The statement is empty.") }
        unsafe handle = prepared
        parameterCount = Int(unsafe sqlite3_bind_parameter_count(prepared))
        columnCount = unsafe sqlite3_column_count(prepared)
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Runs to the end.
    ///
    /// - Returns: All rows that come of it.
    func rows(_ parameters: [SQLValue]) throws(SQLError) -> [SQLRow] {
        try bind(parameters)
        defer { unsafe sqlite3_reset(handle) }
        var rows: [SQLRow] = []
        while try step() { rows.append(row()) }
        return rows
    }

    /// Runs to the end and drops what comes of it.
    func run(_ parameters: [SQLValue] = []) throws(SQLError) {
        try bind(parameters)
        defer { unsafe sqlite3_reset(handle) }
        while try step() {}
    }

    /// - Returns: Whether there is a row to read.
    private func step() throws(SQLError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let code: throw unsafe SQLError(code, of: sqlite3_db_handle(handle))
        }
    }

    private func bind(_ parameters: [SQLValue]) throws(SQLError) {
        guard parameters.count == parameterCount else {
            throw .invalidStatement("\(parameters.count) values for \(parameterCount) parameters.")
        }
        for (index, value) in parameters.enumerated() {
            let code = bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw unsafe SQLError(code, of: sqlite3_db_handle(handle)) }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null:
            return unsafe sqlite3_bind_null(handle, index)
        case .integer(let integer):
            return unsafe sqlite3_bind_int64(handle, index, integer)
        case .text(var text):
            return text.withUTF8 { bytes in
                guard let start = bytes.baseAddress else {
                    return unsafe sqlite3_bind_text(handle, index, "", 0, Self.copied)
                }
                return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                    unsafe sqlite3_bind_text(handle, index, start, Int32(bytes.count), Self.copied)
                }
            }
        case .blob(let blob):
            return unsafe blob.withUnsafeBytes { bytes in
                // No address would mean NULL.
                guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else {
                    return unsafe sqlite3_bind_zeroblob(handle, index, 0)
                }
                return unsafe sqlite3_bind_blob(handle, index, start, Int32(bytes.count), Self.copied)
            }
        }
    }

    private func row() -> SQLRow { SQLRow((0..<columnCount).map(column)) }

    private func column(_ index: Int32) -> SQLValue {
        switch unsafe sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER:
            return .integer(unsafe sqlite3_column_int64(handle, index))
        case SQLITE_TEXT:
            let start = unsafe sqlite3_column_text(handle, index)
            let count = Int(unsafe sqlite3_column_bytes(handle, index))
            return unsafe .text(
                String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
            )
        case SQLITE_BLOB:
            let start = unsafe sqlite3_column_blob(handle, index)
            let count = Int(unsafe sqlite3_column_bytes(handle, index))
            return unsafe .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        default:
            return .null
        }
    }

    /// Tells SQLite to keep its own copy of a parameter (`SQLITE_TRANSIENT`).
    private static var copied: sqlite3_destructor_type {
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
