/// A JSON value (RFC 8259), read strictly: a text that two parsers could understand in two ways is rejected.
package enum JSONValue: Sendable {
    case null
    case boolean(Bool)
    /// A number without fraction or exponent that fits into 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Reads one value with nothing but white space around it.
    ///
    /// The result is `nil` if the text is not valid JSON or an object contains a name twice.
    ///
    /// - Parameters:
    ///   - text: UTF-8 without a byte order mark.
    ///   - limit: How deep arrays and objects may be nested.
    package init?(parsing text: some Collection<UInt8>, nesting limit: Int = 32) {
        self.init(parsing: text, within: JSONLimits(nesting: limit))
    }

    /// Reads one value like `init(parsing:nesting:)`; the result is `nil` also if the text exceeds a limit.
    package init?(parsing text: some Collection<UInt8>, within limits: JSONLimits) {
        guard let value = try? JSONValue(reading: Array(text), within: limits) else { return nil }
        self = value
    }

    /// Reads one value like `init(parsing:within:)`.
    ///
    /// - Throws: The first fault of the text.
    package init(
        reading text: [UInt8],
        within limits: JSONLimits = JSONLimits(),
        grammar: JSONGrammar = .json
    ) throws(JSONError) {
        var parser = JSONParser(text, limits, grammar)
        self = try parser.document()
    }

    /// The place of the first fault of a text; `nil` if it is valid.
    ///
    /// - Returns: The line and the column, both from 1; the column counts characters.
    package static func faultPlace(in text: [UInt8], grammar: JSONGrammar) -> (line: Int, column: Int)? {
        var parser = JSONParser(text, JSONLimits(), grammar)
        if (try? parser.document()) != nil { return nil }
        let before = text.prefix(parser.position).split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        )
        return (before.count, String(decoding: before.last ?? [], as: UTF8.self).count + 1)
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

    package var object: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value of any number.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let number): number.value
        case .null, .boolean, .string, .array, .object: nil
        }
    }

    /// A whole number that is not negative, also one whose digits are a text.
    package var wholeNumber: Int64? {
        switch self {
        case .integer(let value): value >= 0 ? value : nil
        case .string(let text): text.wholeNumber
        case .null, .boolean, .number, .array, .object: nil
        }
    }

    /// A member of an object; `nil` if the value is not an object or has no member of that name.
    package subscript(name: String) -> JSONValue? { object?[name] }
}

/// A number that is not an `Int64`, written as it was read: no digit is lost (RFC 8259 §6).
package struct JSONNumber: Sendable, Equatable {
    package let text: String
    /// The nearest `Double`, which is finite.
    package let value: Double

    /// Creates a number; the result is `nil` if it is too large for a `Double`.
    ///
    /// - Parameter text: A number in the grammar of JSON.
    package init?(_ text: String) {
        guard let value = Double(text), value.isFinite else { return nil }
        self.text = text
        self.value = value
    }
}

extension JSONNumber: ExpressibleByFloatLiteral {
    package init(floatLiteral value: Double) {
        text = String(value)
        self.value = value
    }
}

extension JSONValue: Equatable {
    package static func == (one: JSONValue, other: JSONValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.boolean(let one), .boolean(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.exact == other.exact
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }
}
