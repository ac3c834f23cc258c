/// One value as a database holds it: a parameter of a statement, or a column of a row.
package enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    package init(_ integer: Int64?) { self = integer.map(SQLValue.integer) ?? .null }
    package init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    package init(_ bytes: [UInt8]?) { self = bytes.map(SQLValue.blob) ?? .null }
    package init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}
