/// Any JSON text (RFC 8259), read strictly: what two parsers could understand in two ways is refused.
package enum JSONValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    /// A number written without fraction or exponent that 64 bits can hold; its decimal text is the one that was sent.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads one value with nothing but white space around it; gives `nil` for anything else, and for objects
    /// in which a name occurs twice.
    ///
    /// - Parameters:
    ///   - text: UTF-8 without a byte order mark.
    ///   - limit: How deep arrays and objects may be nested.
    package init?(parsing text: some Collection<UInt8>, nesting limit: Int = 32) {
        self.init(parsing: text, within: JSONLimits(nesting: limit))
    }

    /// Reads one value like `init(parsing:nesting:)`; gives `nil` also for a text that exceeds one of the limits.
    package init?(parsing text: some Collection<UInt8>, within limits: JSONLimits) {
        var parser = JSONParser(text, limits)
        guard let value = parser.document() else { return nil }
        self = value
    }

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    package var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    package var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The member of an object; `nil` for other values, and where there is none of that name.
    package subscript(name: String) -> JSONValue? { object?[name] }
}
