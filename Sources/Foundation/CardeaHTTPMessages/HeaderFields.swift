/// The header fields of an HTTP message, in the order they were given; names compare without case (RFC 9110 §5).
public struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// One field line.
    public struct Field: Sendable, Equatable {
        /// The name of the line.
        public let name: HeaderFields.Name
        /// The text after the colon, without the white space around it.
        public let value: String
    }

    private var fields: [Field] = []

    /// Creates an empty set of fields.
    public init() {}

    /// Creates fields from names and values, keeping duplicates.
    public init(dictionaryLiteral elements: (HeaderFields.Name, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value of a field; setting it replaces every line of that name, `nil` removes them.
    public subscript(name: HeaderFields.Name) -> String? {
        get { fields.first { $0.name == name }?.value }
        set {
            guard let newValue else {
                fields.removeAll { $0.name == name }
                return
            }
            guard let first = fields.firstIndex(where: { $0.name == name }) else {
                fields.append(Field(name: name, value: newValue))
                return
            }
            fields[first] = Field(name: name, value: newValue)
            var index = fields.count - 1
            while index > first {
                if fields[index].name == name { fields.remove(at: index) }
                index -= 1
            }
        }
    }

    /// Every value of a field, in order.
    public func values(of name: HeaderFields.Name) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// Adds a line, keeping those of the same name.
    public mutating func append(_ name: HeaderFields.Name, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Reserves memory for a known number of lines.
    public mutating func reserveCapacity(_ count: Int) {
        fields.reserveCapacity(count)
    }
}

extension HeaderFields: RandomAccessCollection {
    /// The position of the first line.
    public var startIndex: Int { fields.startIndex }
    /// The position after the last line.
    public var endIndex: Int { fields.endIndex }
    /// The line at a position.
    public subscript(position: Int) -> Field { fields[position] }
}

// Any field may carry a token: a message that is printed whole shows which fields it has, and no more.
extension HeaderFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names of the fields.
    public var description: String { "[" + map(\.name.description).joined(separator: ", ") + "]" }
    /// The names of the fields.
    public var debugDescription: String { description }
    /// Shows the names of the fields.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: map(\.name)) }
}
