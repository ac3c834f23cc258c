extension Logger {
    /// The text of a line.
    public struct Message: Sendable, Equatable, CustomStringConvertible, ExpressibleByStringLiteral,
        ExpressibleByStringInterpolation
    {
        /// The text.
        public let description: String

        /// Creates a message from a literal.
        public init(stringLiteral value: String) { description = value }
    }

    /// Named values of a line.
    public typealias Metadata = [String: MetadataValue]

    /// One value of a line.
    public enum MetadataValue: Sendable {
        case string(String)
        case stringConvertible(any CustomStringConvertible & Sendable)
        case dictionary(Metadata)
        case array([Metadata.Value])
    }
}

extension Logger.Metadata {
    /// The type of the values.
    public typealias Value = Logger.MetadataValue
}

// Two `stringConvertible` are equal if their descriptions are.
extension Logger.MetadataValue: Equatable {
    /// Compares two values of the same case.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.string(let a), .string(let b)): a == b
        case (.stringConvertible(let a), .stringConvertible(let b)): a.description == b.description
        case (.dictionary(let a), .dictionary(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        default: false
        }
    }
}

extension Logger.MetadataValue: CustomStringConvertible {
    /// The value as text.
    public var description: String {
        switch self {
        case .string(let text): text
        case .stringConvertible(let value): value.description
        case .dictionary(let members): members.mapValues(\.description).description
        case .array(let elements): elements.map(\.description).description
        }
    }
}

extension Logger.MetadataValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates a dictionary; of values with the same key the last counts.
    public init(dictionaryLiteral elements: (String, Logger.Metadata.Value)...) {
        self = .dictionary(Logger.Metadata(elements, uniquingKeysWith: { _, last in last }))
    }

    /// Creates an array.
    public init(arrayLiteral elements: Logger.Metadata.Value...) { self = .array(elements) }
}
