/// The additions of JSON5: comments, names without quotes, other strings and numbers.
extension JSONParser {
    /// Skips white space and comments; a comment without an end stays, which no value begins with.
    mutating func skipJSON5Space() {
        while let byte = next {
            if ASCII.isJSONSpace(byte) || byte == 0x0B || byte == 0x0C {
                position += 1
            } else if let space = Self.wideSpaces.first(where: { text[position...].starts(with: $0) }) {
                position += space.count
            } else if byte == UInt8(ascii: "/"), let end = endOfComment {
                position = end
            } else {
                return
            }
        }
    }

    /// No-break space, byte order mark, line separator and paragraph separator.
    private static let wideSpaces: [[UInt8]] = [
        [0xC2, 0xA0], [0xEF, 0xBB, 0xBF], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9],
    ]

    /// The position behind the comment that begins here; `nil` if none does, or if it has no end.
    private var endOfComment: Int? {
        let rest = text[(position + 1)...]
        switch rest.first {
        case UInt8(ascii: "/"):
            return rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? text.count
        case UInt8(ascii: "*"):
            return rest.dropFirst().firstRange(of: [UInt8(ascii: "*"), UInt8(ascii: "/")])?.upperBound
        default: return nil
        }
    }

    /// Reads the name of a member, with or without quotes.
    mutating func json5Name() throws(JSONError) -> String {
        let start = position
        while let byte = next,
            ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "$")
        {
            position += 1
        }
        guard position > start else { return try json5String() }
        guard !ASCII.isDigit(text[start]) else { throw .malformed }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    /// Reads a string between double or single quotes.
    mutating func json5String() throws(JSONError) -> String {
        guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw .malformed
        }
        let start = position
        position += 1
        var bytes: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case quote: return try Self.validated(bytes[...])
            case UInt8(ascii: "\\"): try readJSON5Escape(to: &bytes)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw unterminated(start)
            default: bytes.append(byte)
            }
        }
        throw unterminated(start)
    }

    /// The error of a string without an end: its place is where the string begins.
    private mutating func unterminated(_ start: Int) -> JSONError {
        position = start
        return .malformed
    }

    /// Reads what follows a backslash.
    private mutating func readJSON5Escape(to bytes: inout [UInt8]) throws(JSONError) {
        switch next {
        case UInt8(ascii: "'"):
            position += 1
            bytes.append(UInt8(ascii: "'"))
        case UInt8(ascii: "\r"):
            // A line that continues.
            position += 1
            _ = take(UInt8(ascii: "\n"))
        case UInt8(ascii: "\n"): position += 1
        default: bytes.append(contentsOf: UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Reads a number, which may begin with `+`, `.` or `0x`, or end with `.`.
    mutating func json5Number() throws(JSONError) -> JSONValue {
        let isNegative = take(UInt8(ascii: "-"))
        if !isNegative { _ = take(UInt8(ascii: "+")) }
        if text[position...].starts(with: "0x".utf8) || text[position...].starts(with: "0X".utf8) {
            return try hexadecimalNumber(isNegative: isNegative)
        }
        let whole = readDigits()
        guard whole.count < 2 || !whole.hasPrefix("0") else { throw .malformed }
        let hasPoint = take(UInt8(ascii: "."))
        let fraction = hasPoint ? readDigits() : ""
        guard !(whole + fraction).isEmpty else { throw .malformed }
        var number = (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole)
        if hasPoint { number += "." + (fraction.isEmpty ? "0" : fraction) }
        let exponent = position
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            try digits()
            number += String(decoding: text[exponent..<position], as: UTF8.self)
        }
        if number != "-0", let integer = Int64(number) { return .integer(integer) }
        guard let value = JSONNumber(number) else { throw .malformed }
        return .number(value)
    }

    private mutating func readDigits() -> String {
        let start = position
        while let byte = next, ASCII.isDigit(byte) { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private mutating func hexadecimalNumber(isNegative: Bool) throws(JSONError) -> JSONValue {
        position += 2
        let start = position
        while let byte = next, Hexadecimal.value(byte) != nil { position += 1 }
        let digits = String(decoding: text[start..<position], as: UTF8.self)
        guard let number = Int64((isNegative ? "-" : "") + digits, radix: 16) else { throw .malformed }
        return .integer(number)
    }
}
