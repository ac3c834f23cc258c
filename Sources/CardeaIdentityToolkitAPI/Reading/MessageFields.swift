import CardeaEncodings

/// The fields of a request's body, read by the rules of protocol buffers' JSON form.
///
/// Names are in camelCase or snake_case, a field that is not set may be `null`, numbers stand for strings and
/// strings for numbers, enums are told by name or number. What nobody took when `finish` is called is an unknown
/// field.
struct MessageFields: Sendable {
    private struct Member {
        /// The name as it was sent.
        let name: String
        let value: JSONValue
    }

    /// By their names in camelCase.
    private var members: [String: Member] = [:]

    /// No message has as many fields, nor names or lists as long; what an operation takes at the most, it says itself.
    private static let limits = JSONLimits(nesting: 32, members: 100, elements: 2000, nameLength: 128)

    /// Reads a body; an empty one is an empty message.
    init(body: [UInt8]) throws(InvalidRequest) {
        let value = body.isEmpty ? .object([:]) : JSONValue(parsing: body, within: Self.limits)
        guard let object = value?.object else { throw .notAnObject }
        try self.init(object)
    }

    private init(_ object: JSONObject) throws(InvalidRequest) {
        for (name, value) in object {
            let member = Member(name: name, value: value)
            guard members.updateValue(member, forKey: Self.camelCase(name)) == nil else {
                throw .repeated(Self.camelCase(name))
            }
        }
    }

    mutating func string(_ name: String) throws(InvalidRequest) -> String? {
        guard let member = take(name) else { return nil }
        return try Self.string(member.value, of: member)
    }

    /// A text that names something: an empty one is none, for protocol buffers do not tell the two apart.
    mutating func name(_ name: String) throws(InvalidRequest) -> String? {
        try string(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    mutating func bool(_ name: String) throws(InvalidRequest) -> Bool? {
        guard let member = take(name) else { return nil }
        switch member.value {
        case .boolean(let value): return value
        case .string("true"): return true
        case .string("false"): return false
        default: throw .invalidValue(at: member.name, type: "TYPE_BOOL")
        }
    }

    mutating func integer(_ name: String) throws(InvalidRequest) -> Int64? {
        guard let member = take(name) else { return nil }
        let value: Int64? =
            switch member.value {
            case .integer(let value): value
            // `60.0` and `6e1` are whole numbers, too.
            case .number(let value): Int64(exactly: value)
            case .string(let text): Int64(text)
            default: nil
            }
        guard let value else { throw .invalidValue(at: member.name, type: "TYPE_INT64") }
        return value
    }

    /// A repeated string; a lone value stands for a list of one.
    mutating func strings(_ name: String) throws(InvalidRequest) -> [String]? {
        guard let member = take(name) else { return nil }
        return try Self.list(member.value).map { value throws(InvalidRequest) in
            try Self.string(value, of: member)
        }
    }

    /// A repeated enum, by names or by numbers: the position in `allCases`.
    mutating func enumerations<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _ type: Value.Type
    ) throws(InvalidRequest) -> [Value]? where Value.AllCases == [Value] {
        guard let member = take(name) else { return nil }
        return try Self.list(member.value).map { value throws(InvalidRequest) in
            if let name = value.string, let found = Value(rawValue: name) { return found }
            if let number = value.integer, Value.allCases.indices.contains(Int(number)) {
                return Value.allCases[Int(number)]
            }
            throw .invalidValue(at: member.name, type: "TYPE_ENUM")
        }
    }

    /// A message within the message; `read` takes its fields.
    mutating func message<Value>(
        _ name: String,
        _ read: (inout MessageFields) throws(InvalidRequest) -> Value?
    ) throws(InvalidRequest) -> Value? {
        guard let member = take(name) else { return nil }
        guard let object = member.value.object else {
            throw .invalidValue(at: member.name, type: "TYPE_MESSAGE")
        }
        var fields = try MessageFields(object)
        let value = try read(&fields)
        try fields.finish()
        return value
    }

    /// Takes fields that the protocol knows and that make no difference here.
    mutating func disregard(_ names: String...) {
        for name in names { members[name] = nil }
    }

    /// Ends the reading.
    ///
    /// - Throws: When a field is left that nobody took.
    func finish() throws(InvalidRequest) {
        guard members.isEmpty else { throw .unknownFields(members.values.map(\.name).sorted()) }
    }

    private mutating func take(_ name: String) -> Member? {
        guard let member = members.removeValue(forKey: name), member.value != .null else { return nil }
        return member
    }

    private static func list(_ value: JSONValue) -> [JSONValue] { value.array ?? [value] }

    private static func string(_ value: JSONValue, of member: Member) throws(InvalidRequest) -> String {
        switch value {
        case .string(let text): return text
        // Other numbers are rejected: two texts that a `Double` cannot tell apart would be one password.
        case .integer(let number): return String(number)
        default: throw .invalidValue(at: member.name, type: "TYPE_STRING")
        }
    }

    private static func camelCase(_ name: String) -> String {
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        guard words.count > 1 else { return name }
        return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
