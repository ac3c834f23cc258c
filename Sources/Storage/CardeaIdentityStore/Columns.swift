internal import CardeaSQLCore

/// A value that one column holds.
protocol SQLColumnValue: Sendable {
    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> Self
    var sqlValue: SQLValue { get }
}

/// The way in which a value is read from one or more columns.
struct RowView<Value>: Sendable {
    let names: [String]
    let decode: @Sendable (inout SQLCursor) throws(SQLError) -> Value

    /// A view of some columns.
    ///
    /// - Parameters:
    ///   - parts: The columns.
    ///   - make: Receives their values in the order of the list.
    init<each Part>(
        _ parts: repeat RowView<each Part>,
        make: @escaping @Sendable (repeat each Part) throws(SQLError) -> Value
    ) {
        var names: [String] = []
        for part in repeat each parts { names += part.names }
        self.names = names
        decode = { cursor throws(SQLError) in
            try make(repeat try (each parts).decode(&cursor))
        }
    }

    init(_ names: [String], decode: @escaping @Sendable (inout SQLCursor) throws(SQLError) -> Value) {
        self.names = names
        self.decode = decode
    }

    /// The same columns, named with their table.
    func of(_ table: String) -> RowView { RowView(names.map { "\(table).\($0)" }, decode: decode) }

    /// The text between `SELECT` and `FROM`.
    var list: String { names.joined(separator: ", ") }
}

/// The way in which a value is read from and written to one or more columns.
///
/// A table declares each column once.
struct Columns<Value>: Sendable {
    let view: RowView<Value>
    let encode: @Sendable (Value, inout [SQLValue]) -> Void

    var names: [String] { view.names }

    /// One column.
    init(_ name: String) where Value: SQLColumnValue {
        view = RowView([name]) { cursor throws(SQLError) in try Value.decode(&cursor) }
        encode = { value, values in values.append(value.sqlValue) }
    }

    /// Several columns that make one value.
    init<each Part>(
        _ members: repeat Member<Value, each Part>,
        make: @escaping @Sendable (repeat each Part) throws(SQLError) -> Value
    ) {
        view = RowView(repeat (each members).columns.view, make: make)
        encode = { value, values in
            for member in repeat each members { member.columns.encode(member.get(value), &values) }
        }
    }

    /// Several columns that functions decode and encode: for what every refresh reads.
    init(
        _ names: [String],
        decode: @escaping @Sendable (inout SQLCursor) throws(SQLError) -> Value,
        encode: @escaping @Sendable (Value, inout [SQLValue]) -> Void
    ) {
        self.init(view: RowView(names, decode: decode), encode: encode)
    }

    /// A value that is absent if its first column is null.
    var optional: Columns<Value?> {
        let (view, encode) = (view, encode)
        return Columns<Value?>(
            view: RowView<Value?>(view.names) { cursor throws(SQLError) in
                try cursor.optional(of: view.names.count, view.decode)
            },
            encode: { value, values in
                if let value {
                    encode(value, &values)
                } else {
                    for _ in view.names { values.append(.null) }
                }
            }
        )
    }

    /// States where a whole keeps this part.
    func callAsFunction<Whole>(_ get: @escaping @Sendable (Whole) -> Value) -> Member<Whole, Value> {
        Member(columns: self, get: get)
    }

    /// The values of the columns, and after them further parameters of a statement.
    func values(_ value: Value, _ others: [SQLValue] = []) -> [SQLValue] {
        var values: [SQLValue] = []
        values.reserveCapacity(names.count + others.count)
        encode(value, &values)
        values += others
        return values
    }

    /// The values by the names of their columns.
    func arguments(_ value: Value) -> SQLArguments {
        Dictionary(uniqueKeysWithValues: zip(names, values(value)))
    }

    private init(view: RowView<Value>, encode: @escaping @Sendable (Value, inout [SQLValue]) -> Void) {
        self.view = view
        self.encode = encode
    }
}

struct Member<Whole, Part>: Sendable {
    let columns: Columns<Part>
    let get: @Sendable (Whole) -> Part
}

extension SQLCursor {
    /// Decodes the value of the next column.
    mutating func next<Value: SQLColumnValue>() throws(SQLError) -> Value { try Value.decode(&self) }

    /// Decodes a value of some columns; it is absent if the first of them is null.
    mutating func optional<Value>(
        of count: Int,
        _ decode: (inout SQLCursor) throws(SQLError) -> Value
    ) throws(SQLError) -> Value? {
        guard isAtNull else { return try decode(&self) }
        skip(count)
        return nil
    }
}
