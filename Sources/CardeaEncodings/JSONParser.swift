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
        var members: [String: JSONValue] = [:]
        let isWhole = container(closedBy: UInt8(ascii: "}")) { parser in
            guard members.count < parser.limits.members, let name = parser.string(),
                name.utf8.count <= parser.limits.nameLength
            else { return false }
            parser.skipSpace()
            guard parser.take(":") else { return false }
            parser.skipSpace()
            guard let value = parser.value() else { return false }
            return members.updateValue(value, forKey: name) == nil
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
        if next == close {
            position += 1
            return true
        }
        while element(&self) {
            skipSpace()
            if next == close {
                position += 1
                return true
            }
            guard take(",") else { return false }
            skipSpace()
        }
        return false
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var bytes: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return String(validating: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                bytes.append(contentsOf: String(Character(scalar)).utf8)
            case 0..<32:
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
        _ = take("-")
        if !take("0") {
            guard digits() > 0 else { return nil }
        }
        var isInteger = true
        if take(".") {
            isInteger = false
            guard digits() > 0 else { return nil }
        }
        if take("e") || take("E") {
            isInteger = false
            _ = take("+") || take("-")
            guard digits() > 0 else { return nil }
        }
        let text = String(decoding: text[start..<position], as: UTF8.self)
        // An integer's text can be told from its value, and "-0" is the one that cannot.
        if isInteger, text != "-0", let integer = Int64(text) { return .integer(integer) }
        return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }

    /// Passes over digits and tells how many there were.
    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (48...57).contains(byte) { position += 1 }
        return position - start
    }

    /// Passes over `word` if it comes next.
    private mutating func take(_ word: String) -> Bool {
        guard text[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 32 || byte == 9 || byte == 10 || byte == 13 { position += 1 }
    }
}
