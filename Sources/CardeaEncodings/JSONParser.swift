/// A recursive-descent parser of RFC 8259.
struct JSONParser {
    private let text: [UInt8]
    private let limits: JSONLimits
    private var position = 0
    private var depth = 0

    init(_ text: some Collection<UInt8>, _ limits: JSONLimits) {
        self.text = Array(text)
        self.limits = limits
    }

    mutating func document() -> JSONValue? {
        skipSpace()
        guard let value = value() else { return nil }
        skipSpace()
        return position == text.count ? value : nil
    }

    private var next: UInt8? { position < text.count ? text[position] : nil }

    private mutating func value() -> JSONValue? {
        switch next {
        case UInt8(ascii: "{"): object()
        case UInt8(ascii: "["): array()
        case UInt8(ascii: "\""): string().map(JSONValue.string)
        case UInt8(ascii: "t"): take("true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): take("false") ? .boolean(false) : nil
        case UInt8(ascii: "n"): take("null") ? .null : nil
        default: number()
        }
    }

    private mutating func object() -> JSONValue? {
        var members = JSONObject()
        let isWhole = container(closedBy: UInt8(ascii: "}")) { parser in
            guard members.count < parser.limits.members, let name = parser.string(),
                name.utf8.count <= parser.limits.nameLength
            else { return false }
            parser.skipSpace()
            guard parser.take(UInt8(ascii: ":")) else { return false }
            parser.skipSpace()
            guard let value = parser.value() else { return false }
            return members.insert(name, value)
        }
        return isWhole ? .object(members) : nil
    }

    private mutating func array() -> JSONValue? {
        var values: [JSONValue] = []
        let isWhole = container(closedBy: UInt8(ascii: "]")) { parser in
            guard values.count < parser.limits.elements, let value = parser.value() else { return false }
            values.append(value)
            return true
        }
        return isWhole ? .array(values) : nil
    }

    /// Reads elements with commas between them, from the opening bracket to the closing one.
    private mutating func container(closedBy close: UInt8, _ element: (inout JSONParser) -> Bool) -> Bool {
        guard depth < limits.nesting else { return false }
        depth += 1
        defer { depth -= 1 }
        position += 1
        skipSpace()
        if take(close) { return true }
        while element(&self) {
            skipSpace()
            if take(close) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
            skipSpace()
        }
        return false
    }

    /// Reads a string; without an escape, which is the usual case, its bytes are the text.
    private mutating func string() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(validating: text[start..<position - 1], as: UTF8.self)
            case UInt8(ascii: "\\"):
                return escapedString(Array(text[start..<position]))
            case 0..<UInt8(ascii: " "):
                return nil
            default:
                position += 1
            }
        }
        return nil
    }

    /// Reads the rest of a string from its first escape on.
    private mutating func escapedString(_ beginning: [UInt8]) -> String? {
        var bytes = beginning
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return String(validating: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            case 0..<UInt8(ascii: " "):
                return nil
            default:
                bytes.append(byte)
            }
        }
        return nil
    }

    /// Reads what follows a backslash.
    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = codeUnit() else { return nil }
            guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
            guard take("\\u"), let low = codeUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        default: return nil
        }
    }

    private mutating func codeUnit() -> UInt32? {
        guard position + 4 <= text.count else { return nil }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Hexadecimal.value(text[position]) else { return nil }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    private mutating func number() -> JSONValue? {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) {
            guard skipDigits() else { return nil }
        }
        var isInteger = true
        if take(UInt8(ascii: ".")) {
            isInteger = false
            guard skipDigits() else { return nil }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            guard skipDigits() else { return nil }
        }
        let text = String(decoding: text[start..<position], as: UTF8.self)
        // As an integer "-0" would lose its sign.
        if isInteger, text != "-0", let integer = Int64(text) { return .integer(integer) }
        return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }

    /// - Returns: Whether there was a digit.
    private mutating func skipDigits() -> Bool {
        let start = position
        while let byte = next, ASCII.isDigit(byte) { position += 1 }
        return position > start
    }

    /// Skips a byte if it comes next.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Skips a word if it comes next.
    private mutating func take(_ word: String) -> Bool {
        guard text[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, ASCII.isJSONSpace(byte) { position += 1 }
    }
}
