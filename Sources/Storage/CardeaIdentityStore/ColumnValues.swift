internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension Int64: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> Int64 { try cursor.integer() }
    var sqlValue: SQLValue { .integer(self) }
}

/// 64 bits, stored as signed: no engine has unsigned integers.
extension UInt64: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> UInt64 {
        UInt64(bitPattern: try cursor.integer())
    }
    var sqlValue: SQLValue { .integer(Int64(bitPattern: self)) }
}

extension Bool: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> Bool { try cursor.integer() != 0 }
    var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension String: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> String { try cursor.text() }
    var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> [UInt8] { try cursor.bytes() }
    var sqlValue: SQLValue { .blob(self) }
}

extension Optional: SQLColumnValue where Wrapped: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> Wrapped? {
        guard cursor.isAtNull else { return try Wrapped.decode(&cursor) }
        cursor.skip(1)
        return nil
    }
    var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

/// Closed lists of names are stored as their raw values.
extension SQLColumnValue where Self: RawRepresentable, RawValue: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> Self {
        try valid(Self(rawValue: try RawValue.decode(&cursor)))
    }
    var sqlValue: SQLValue { rawValue.sqlValue }
}

extension SQLColumnValue where Self: TextIdentifier {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> Self {
        try valid(Self(rawValue: try cursor.text()))
    }
    var sqlValue: SQLValue { .text(rawValue) }
}

extension SQLColumnValue {
    fileprivate static func valid(_ value: Self?) throws(SQLError) -> Self {
        guard let value else { throw .damaged("A stored value is not a valid \(Self.self).") }
        return value
    }
}

extension UserID: SQLColumnValue {}
extension ProjectID: SQLColumnValue {}
extension Branch: SQLColumnValue {}
extension TenantID: SQLColumnValue {}
extension AppID: SQLColumnValue {}

extension Timestamp: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> Timestamp {
        Timestamp(milliseconds: try cursor.integer())
    }
    var sqlValue: SQLValue { .integer(milliseconds) }
}

extension TimeSpan: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> TimeSpan {
        TimeSpan(milliseconds: try cursor.integer())
    }
    var sqlValue: SQLValue { .integer(milliseconds) }
}

/// The address was checked before it was stored.
extension EmailAddress: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> EmailAddress {
        EmailAddress(stored: try cursor.text())
    }
    var sqlValue: SQLValue { .text(description) }
}

/// 16 bytes, the highest first.
extension SessionID: SQLColumnValue {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> SessionID {
        let bytes = try cursor.bytes()
        guard bytes.count == 16 else { throw .damaged("A session ID is not 16 bytes long.") }
        return SessionID(high: bytes.bigEndianWord(at: 0), low: bytes.bigEndianWord(at: 8))
    }
    var sqlValue: SQLValue { .blob([high, low].bigEndianBytes) }
}

/// 8 bytes each, the highest first; null for an empty list.
struct Words: SQLColumnValue {
    let words: [UInt64]

    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> Words {
        if cursor.isAtNull {
            cursor.skip(1)
            return Words(words: [])
        }
        let bytes = try cursor.bytes()
        guard bytes.count.isMultiple(of: 8) else { throw .damaged("A list of words is incomplete.") }
        return Words(words: (0..<bytes.count / 8).map { bytes.bigEndianWord(at: 8 * $0) })
    }

    var sqlValue: SQLValue { words.isEmpty ? .null : .blob(words.bigEndianBytes) }
}

extension UserPool {
    /// The tenant is part of a key, so the empty text stands for none.
    static let columns = Columns<UserPool>(["project", "tenant"], decode: decode) { pool, values in
        values += [pool.project.sqlValue, (pool.tenant?.rawValue ?? "").sqlValue]
    }

    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> UserPool {
        let (project, tenant): (ProjectID, String) = (try cursor.next(), try cursor.next())
        return UserPool(project: project, tenant: tenant.isEmpty ? nil : TenantID(rawValue: tenant))
    }
}

extension [UInt64] {
    /// 8 bytes of each, the highest first.
    fileprivate var bigEndianBytes: [UInt8] {
        var bytes: [UInt8] = []
        // `Array(repeating:count:)` is generic code, and costs three times as much.
        bytes.append(contentsOf: repeatElement(0, count: 8 * count))
        var output = bytes.mutableSpan
        for (index, word) in enumerated() {
            for place in 0..<8 {
                output[8 * index + place] = UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * place))
            }
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate func bigEndianWord(at index: Int) -> UInt64 {
        let bytes = span.extracting(index..<index + 8)
        var word: UInt64 = 0
        for index in bytes.indices { word = word << 8 | UInt64(bytes[index]) }
        return word
    }
}
