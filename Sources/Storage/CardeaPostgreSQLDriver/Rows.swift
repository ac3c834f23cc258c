internal import CCardeaPostgreSQL
internal import CardeaSQLCore

/// The rows that a statement returned, in the binary format of the protocol.
@safe final class Rows: SQLColumns {
    private let handle: OpaquePointer
    /// The rows that own the result; `nil` if these do.
    private let whole: Rows?
    /// The numbers of the rows.
    private let numbers: [Int32]
    /// The column that counts as the first one.
    private let firstColumn: Int32
    /// The row whose columns are read.
    private var row: Int32 = 0

    /// Takes over a result of libpq.
    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
        (whole, firstColumn) = (nil, 0)
        numbers = Array(0..<(unsafe PQntuples(handle)))
    }

    private init(_ numbers: [Int32], of whole: Rows) {
        unsafe handle = whole.handle
        (self.whole, self.numbers, firstColumn) = (whole, numbers, 1)
    }

    deinit { if whole == nil { unsafe PQclear(handle) } }

    /// The rows of each place in a list, by the first column.
    func split(into count: Int) -> [Rows] {
        var parts = [[Int32]](repeating: [], count: count)
        for number in numbers {
            row = number
            // The statement names the type of the column.
            if let place = try? integer(0) { parts[Int(place) - 1].append(number) }
        }
        return parts.map { Rows($0, of: self) }
    }

    /// The number of rows that the statement has inserted, updated or deleted.
    var changedCount: Int {
        whole == nil ? unsafe Int(String(cString: PQcmdTuples(handle))) ?? 0 : numbers.count
    }

    /// Calls `body` for each row.
    func read(_ body: (inout SQLCursor) throws(SQLError) -> Void) throws(SQLError) {
        for number in numbers {
            row = number
            var cursor = SQLCursor(self)
            try body(&cursor)
        }
    }

    /// The types of the parameters, in the description of a statement.
    var parameterTypes: [Oid] { (0..<(unsafe PQnparams(handle))).map { unsafe PQparamtype(handle, $0) } }

    // MARK: The columns of the present row

    var count: Int { Int(unsafe PQnfields(handle) - firstColumn) }

    func isNull(_ index: Int) -> Bool { unsafe PQgetisnull(handle, row, firstColumn + Int32(index)) == 1 }

    func integer(_ index: Int) throws(SQLError) -> Int64 {
        let value = unsafe try value(
            index,
            of: TypeNumber.int8,
            TypeNumber.int4,
            TypeNumber.int2,
            TypeNumber.boolean
        )
        // A boolean is one byte, 0 or 1.
        let first = unsafe value.first.map { Int64(Int8(bitPattern: $0)) } ?? 0
        return unsafe value.dropFirst().reduce(first) { $0 << 8 | Int64($1) }
    }

    func text(_ index: Int) throws(SQLError) -> String {
        unsafe String(decoding: try value(index, of: TypeNumber.text, TypeNumber.name), as: UTF8.self)
    }

    func bytes(_ index: Int) throws(SQLError) -> [UInt8] {
        unsafe Array(try value(index, of: TypeNumber.bytes))
    }

    func value(_ index: Int) -> SQLValue {
        guard !isNull(index) else { return .null }
        // The type is known, so that none of these throws.
        let value: SQLValue? =
            switch unsafe PQftype(handle, firstColumn + Int32(index)) {
            case TypeNumber.bytes: (try? bytes(index)).map(SQLValue.blob)
            case TypeNumber.text, TypeNumber.name: (try? text(index)).map(SQLValue.text)
            default: (try? integer(index)).map(SQLValue.integer)
            }
        return value ?? .null
    }

    private func value(_ index: Int, of types: Oid...) throws(SQLError) -> UnsafeBufferPointer<UInt8> {
        let column = firstColumn + Int32(index)
        guard index < count, !isNull(index), types.contains(unsafe PQftype(handle, column)),
            let start = unsafe PQgetvalue(handle, row, column)
        else { throw .mismatch(column: index) }
        let count = Int(unsafe PQgetlength(handle, row, column))
        return unsafe UnsafeBufferPointer(
            start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self),
            count: count
        )
    }
}
