internal import CCardeaSQLite
internal import CardeaSQLCore

/// One prepared statement of one connection.
///
/// One thread uses it at a time; it ends before its connection does.
@safe final class SQLiteStatement: SQLColumns {
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
    /// `body` is called at each row.
    func read(
        _ parameters: [SQLValue],
        _ body: (inout SQLCursor) throws(SQLError) -> Void
    ) throws(SQLError) {
        try bind(parameters)
        defer { unsafe sqlite3_reset(handle) }
        while try step() {
            var cursor = SQLCursor(self)
            try body(&cursor)
        }
    }

    /// Runs to the end and ignores the rows.
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

    // MARK: The columns of the present row

    var count: Int { Int(columnCount) }

    func isNull(_ index: Int) -> Bool { unsafe sqlite3_column_type(handle, Int32(index)) == SQLITE_NULL }

    func integer(_ index: Int) throws(SQLError) -> Int64 {
        try expect(SQLITE_INTEGER, index)
        return unsafe sqlite3_column_int64(handle, Int32(index))
    }

    func text(_ index: Int) throws(SQLError) -> String {
        try expect(SQLITE_TEXT, index)
        let start = unsafe sqlite3_column_text(handle, Int32(index))
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(index)))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ index: Int) throws(SQLError) -> [UInt8] {
        try expect(SQLITE_BLOB, index)
        let start = unsafe sqlite3_column_blob(handle, Int32(index))
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(index)))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    func value(_ index: Int) -> SQLValue {
        // The type is known, so that none of these throws.
        let value: SQLValue? =
            switch unsafe sqlite3_column_type(handle, Int32(index)) {
            case SQLITE_INTEGER: (try? integer(index)).map(SQLValue.integer)
            case SQLITE_TEXT: (try? text(index)).map(SQLValue.text)
            case SQLITE_BLOB: (try? bytes(index)).map(SQLValue.blob)
            default: nil
            }
        return value ?? .null
    }

    private func expect(_ type: Int32, _ index: Int) throws(SQLError) {
        guard index < count, unsafe sqlite3_column_type(handle, Int32(index)) == type else {
            throw .mismatch(column: index)
        }
    }

    /// Makes SQLite copy a parameter (`SQLITE_TRANSIENT`).
    private static var copied: sqlite3_destructor_type {
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
