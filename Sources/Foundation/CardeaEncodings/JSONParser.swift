/// A recursive-descent parser of RFC 8259 and of JSON5.
struct JSONParser {
    let text: [UInt8]
    private let limits: JSONLimits
    private let isJSON5: Bool
    var position = 0
    private var depth = 0

    init(_ text: [UInt8], _ limits: JSONLimits, _ grammar: JSONGrammar) {
        self.text = text
        self.limits = limits
        isJSON5 = grammar == .json5
    }

    mutating func document() throws(JSONError) -> JSONValue {
        // A reader may ignore a byte-order mark (RFC 8259 §8.1), and some servers write one.
        if text.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
        skipSpace()
        let value = try value()
        skipSpace()
        guard position == text.count else { throw .malformed }
        return value
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    var next: UInt8? { position < text.count ? text[position] : nil }

    private mutating func value() throws(JSONError) -> JSONValue {
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "'") where isJSON5: return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return isJSON5 ? try json5Number() : try number()
        }
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members = JSONObject()
        try container(closedBy: UInt8(ascii: "}")) { parser throws(JSONError) in
            guard members.count < parser.limits.members else {
                throw .tooManyMembers(limit: parser.limits.members)
            }
            let name = try parser.isJSON5 ? parser.json5Name() : parser.string()
            guard name.utf8.count <= parser.limits.nameLength else {
                throw .nameTooLong(limit: parser.limits.nameLength)
            }
            parser.skipSpace()
            guard parser.take(UInt8(ascii: ":")) else { throw .malformed }
            parser.skipSpace()
            guard members.insert(name, try parser.value()) else { throw .repeatedName(name) }
        }
        return .object(members)
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var values: [JSONValue] = []
        try container(closedBy: UInt8(ascii: "]")) { parser throws(JSONError) in
            guard values.count < parser.limits.elements else {
                throw .tooManyElements(limit: parser.limits.elements)
            }
            values.append(try parser.value())
        }
        return .array(values)
    }

    /// Reads elements with commas between them, from the opening bracket to the closing one.
    private mutating func container(
        closedBy close: UInt8,
        _ element: (inout JSONParser) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard depth < limits.nesting else { throw .nestedTooDeep(limit: limits.nesting) }
        depth += 1
        defer { depth -= 1 }
        position += 1
        skipSpace()
        if take(close) { return }
        while true {
            try element(&self)
            skipSpace()
            if take(close) { return }
            guard take(UInt8(ascii: ",")) else { throw .malformed }
            skipSpace()
            if isJSON5, take(close) { return }
        }
    }

    mutating func string() throws(JSONError) -> String {
        if isJSON5 { return try json5String() }
        guard take(UInt8(ascii: "\"")) else { throw .malformed }
        let start = position
        // Most strings have no escape, and can be copied at once.
        while let byte = next, byte >= UInt8(ascii: " "), byte != UInt8(ascii: "\""),
            byte != UInt8(ascii: "\\")
        {
            position += 1
        }
        if take(UInt8(ascii: "\"")) { return try Self.validated(text[start..<(position - 1)]) }
        return try escapedString(after: text[start..<position])
    }

    /// Reads the rest of a string that holds an escape.
    private mutating func escapedString(after plain: ArraySlice<UInt8>) throws(JSONError) -> String {
        var bytes = Array(plain)
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try Self.validated(bytes[...])
            case UInt8(ascii: "\\"):
                bytes.append(contentsOf: UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter)
            case 0..<UInt8(ascii: " "): throw .malformed
            default: bytes.append(byte)
            }
        }
        throw .malformed
    }

    static func validated(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> String {
        guard let text = String(validUTF8: bytes) else { throw .malformed }
        return text
    }

    /// Reads what follows a backslash.
    mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = next else { throw .malformed }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let scalar = Unicode.Scalar(try codePoint()) else { throw .malformed }
            return scalar
        default: throw .malformed
        }
    }

    /// Reads a code unit of UTF-16, and the second one of a surrogate pair.
    private mutating func codePoint() throws(JSONError) -> UInt32 {
        let unit = try codeUnit()
        guard (0xD800..<0xDC00).contains(unit) else { return unit }
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .malformed }
        let low = try codeUnit()
        guard (0xDC00..<0xE000).contains(low) else { throw .malformed }
        return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        guard position + 4 <= text.count else { throw .malformed }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Hexadecimal.value(text[position]) else { throw .malformed }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isInteger = true
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            try digits()
        }
        let text = String(decoding: text[start..<position], as: UTF8.self)
        // As an integer "-0" would lose its sign.
        if isInteger, text != "-0", let integer = Int64(text) { return .integer(integer) }
        guard let number = JSONNumber(text) else { throw .malformed }
        return .number(number)
    }

    /// Skips one digit or more.
    mutating func digits() throws(JSONError) {
        let start = position
        while let byte = next, ASCII.isDigit(byte) { position += 1 }
        guard position > start else { throw .malformed }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard text[position...].starts(with: word.utf8) else { throw .malformed }
        position += word.utf8.count
        return value
    }

    /// Skips a byte if it is the next one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, ASCII.isJSONSpace(byte) { position += 1 }
        if isJSON5 { skipJSON5Space() }
    }
}
