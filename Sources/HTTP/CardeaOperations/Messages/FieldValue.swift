package import CardeaEncodings
package import CardeaSecrets

/// A type that a field of a request can have.
package protocol FieldValue: Sendable {
    /// The bound of a value: a length for text, a range for numbers, `NoLimit` for the rest.
    associatedtype Limit: Sendable

    static func form(_ limit: Limit) -> ValueForm
    /// Reads a value other than `null`.
    ///
    /// - Returns: `nil` if the value counts as absent.
    static func read(_ json: JSONValue, _ limit: Limit, _ rules: ReadingRules) throws(FieldError) -> Self?
}

/// The strictness with which a request must follow the types of its fields.
package enum ReadingRules: Sendable {
    /// The JSON form of protocol buffers: names in camelCase or snake_case, numbers and strings for each other, enums
    /// by name or number, a single value as a list.
    case protocolBuffers
    /// The type and the name as declared.
    case exact
    /// A form or a query: all values are text, an empty one counts as absent, and unknown names are ignored
    /// (RFC 6749 §3.2).
    case parameters
    /// The query of an administrator: all values are text, and each name is known.
    case exactParameters
}

package struct NoLimit: Sendable {
    package init() {}
}

package struct TextLimit: Sendable {
    let maximumBytes: Int
    /// Whether an empty text counts as absent.
    ///
    /// Protocol buffers do not distinguish the two.
    let emptyIsAbsent: Bool

    /// Text of at most so many bytes of UTF-8.
    package static func bytes(_ maximum: Int) -> TextLimit {
        TextLimit(maximumBytes: maximum, emptyIsAbsent: false)
    }

    /// Text that names something: an empty one counts as absent.
    package static func name(_ maximum: Int) -> TextLimit {
        TextLimit(maximumBytes: maximum, emptyIsAbsent: true)
    }
}

package struct ListLimit<Element: Sendable>: Sendable {
    let maximumCount: Int
    let element: Element

    package static func count(_ maximum: Int, each element: Element) -> ListLimit {
        ListLimit(maximumCount: maximum, element: element)
    }
}

package struct MapLimit<Element: Sendable>: Sendable {
    let maximumCount: Int
    let element: Element

    package static func count(_ maximum: Int, each element: Element) -> MapLimit {
        MapLimit(maximumCount: maximum, element: element)
    }
}

extension String: FieldValue {
    package static func form(_ limit: TextLimit) -> ValueForm { .text(maximumBytes: limit.maximumBytes) }

    package static func read(
        _ json: JSONValue,
        _ limit: TextLimit,
        _ rules: ReadingRules
    ) throws(FieldError) -> String? {
        let text: String
        switch json {
        case .string(let value): text = value
        // Other numbers are rejected: two texts with the same `Double` would be one password.
        case .integer(let number) where rules == .protocolBuffers: text = String(number)
        default: throw FieldError(.wrongType("TYPE_STRING"))
        }
        if text.isEmpty, limit.emptyIsAbsent { return nil }
        guard text.utf8.count <= limit.maximumBytes else {
            throw FieldError(.tooLong(maximumBytes: limit.maximumBytes))
        }
        return text
    }
}

extension Secret: FieldValue {
    package static func form(_ limit: TextLimit) -> ValueForm { String.form(limit) }

    package static func read(
        _ json: JSONValue,
        _ limit: TextLimit,
        _ rules: ReadingRules
    ) throws(FieldError) -> Secret? {
        try String.read(json, limit, rules).map(Secret.init(_:))
    }
}

extension Bool: FieldValue {
    package static func form(_ limit: NoLimit) -> ValueForm { .boolean }

    package static func read(
        _ json: JSONValue,
        _ limit: NoLimit,
        _ rules: ReadingRules
    ) throws(FieldError) -> Bool? {
        switch json {
        case .boolean(let value): return value
        case .string("true") where rules != .exact: return true
        case .string("false") where rules != .exact: return false
        default: throw FieldError(.wrongType("TYPE_BOOL"))
        }
    }
}

extension Int64: FieldValue {
    package static func form(_ limit: ClosedRange<Int64>) -> ValueForm { .integer(limit) }

    package static func read(
        _ json: JSONValue,
        _ limit: ClosedRange<Int64>,
        _ rules: ReadingRules
    ) throws(FieldError) -> Int64? {
        let value: Int64? =
            switch json {
            case .integer(let value): value
            // `60.0` and `6e1` are whole numbers, too.
            case .number(let number): Int64(exactly: number.value)
            case .string(let text) where rules != .exact: Int64(text)
            default: nil
            }
        guard let value else { throw FieldError(.wrongType("TYPE_INT64")) }
        guard limit.contains(value) else { throw FieldError(.outOfRange(limit)) }
        return value
    }
}

extension Array: FieldValue where Element: FieldValue {
    package static func form(_ limit: ListLimit<Element.Limit>) -> ValueForm {
        .list(Element.form(limit.element), maximumCount: limit.maximumCount)
    }

    package static func read(
        _ json: JSONValue,
        _ limit: ListLimit<Element.Limit>,
        _ rules: ReadingRules
    ) throws(FieldError) -> [Element]? {
        guard case .array(let values) = json else {
            guard rules != .exact else { throw FieldError(.wrongType("TYPE_LIST")) }
            return try Element.read(json, limit.element, rules).map { [$0] } ?? []
        }
        guard values.count <= limit.maximumCount else {
            throw FieldError(.tooMany(maximumCount: limit.maximumCount))
        }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do throws(FieldError) {
                if let element = try Element.read(value, limit.element, rules) { elements.append(element) }
            } catch {
                throw error.at(index: index)
            }
        }
        return elements
    }
}

/// An object with any names.
extension Dictionary: FieldValue where Key == ExactText, Value: FieldValue {
    package static func form(_ limit: MapLimit<Value.Limit>) -> ValueForm { .map(Value.form(limit.element)) }

    package static func read(
        _ json: JSONValue,
        _ limit: MapLimit<Value.Limit>,
        _ rules: ReadingRules
    ) throws(FieldError) -> [ExactText: Value]? {
        guard let members = json.object else { throw FieldError(.wrongType("TYPE_MAP")) }
        guard members.count <= limit.maximumCount else {
            throw FieldError(.tooMany(maximumCount: limit.maximumCount))
        }
        var values: [ExactText: Value] = [:]
        for (name, json) in members {
            if let value = try Value.read(json, limit.element, rules) { values[name.exact] = value }
        }
        return values
    }
}

extension String {
    /// Whether a name differs from another one in the case of ASCII letters and in underscores alone.
    package func isSpelling(of name: String) -> Bool {
        var letters = utf8.makeIterator()
        var others = name.utf8.makeIterator()
        func next(_ bytes: inout UTF8View.Iterator) -> UInt8? {
            while let byte = bytes.next() {
                if byte != UInt8(ascii: "_") { return ASCII.isUppercase(byte) ? byte | 0x20 : byte }
            }
            return nil
        }
        while let letter = next(&letters) { if letter != next(&others) { return false } }
        return next(&others) == nil
    }
}

/// An enum that is sent by its name, or by its position among its cases.
package protocol WireEnum: FieldValue, OutputValue, RawRepresentable<String>, CaseIterable
where Limit == NoLimit, AllCases == [Self] {}

extension WireEnum {
    package static func form(_ limit: NoLimit) -> ValueForm { .enumeration(allCases.map(\.rawValue)) }
    package static var outputForm: ValueForm { form(NoLimit()) }

    package func write(to json: inout JSONText) { json.string(rawValue) }

    package static func read(
        _ json: JSONValue,
        _ limit: NoLimit,
        _ rules: ReadingRules
    ) throws(FieldError) -> Self? {
        switch json {
        case .string(let name):
            if let found = Self(rawValue: name) { return found }
            let spelled =
                rules == .protocolBuffers ? allCases.filter { name.isSpelling(of: $0.rawValue) } : []
            if spelled.count == 1 { return spelled[0] }
        case .integer(let number) where rules == .protocolBuffers:
            if let place = Int(exactly: number), allCases.indices.contains(place) { return allCases[place] }
        default: break
        }
        throw FieldError(.unknownName(allCases.map(\.rawValue)))
    }
}
