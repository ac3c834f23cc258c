/// A dictionary of a header field (Structured Field Values, RFC 9651 §3.2).
///
/// It reads the items that fields for this server have: tokens, strings, display strings, integers and booleans.
package struct StructuredDictionary: Sendable {
    /// The value of a member.
    package enum Item: Sendable, Equatable {
        case token(String)
        case string(String)
        case integer(Int64)
        case boolean(Bool)

        /// The text of a token, a string or a display string.
        package var text: String? {
            switch self {
            case .token(let text), .string(let text): text
            case .integer, .boolean: nil
            }
        }
    }

    private var members: [(name: String, value: Item)] = []

    /// The value of a member; of a name that comes twice, the last one (RFC 9651 §4.2.2).
    package subscript(name: String) -> Item? { members.last { $0.name.exact == name.exact }?.value }

    /// Reads the text of a field; the result is `nil` if it is not a dictionary of such items.
    package init?(_ text: String) {
        var reader = Reader(bytes: Array(text.utf8)[...])
        reader.skip(" ")
        while !reader.isAtEnd {
            guard let name = reader.key() else { return nil }
            var value = Item.boolean(true)
            if reader.take("=") {
                guard let item = reader.item() else { return nil }
                value = item
            }
            guard reader.parameters() else { return nil }
            members.append((name, value))
            reader.skip(" \t")
            if reader.isAtEnd { return }
            guard reader.take(",") else { return nil }
            reader.skip(" \t")
            // A comma must not be the last character.
            if reader.isAtEnd { return nil }
        }
    }
}

/// Reads a field from its beginning to its end (RFC 9651 §4.2).
private struct Reader {
    var bytes: ArraySlice<UInt8>

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func skip(_ characters: StaticString) {
        while let byte = bytes.first, "\(characters)".utf8.contains(byte) { bytes.removeFirst() }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: character) else { return false }
        bytes.removeFirst()
        return true
    }

    private mutating func text(while isPart: (UInt8) -> Bool) -> String {
        let part = bytes.prefix(while: isPart)
        bytes = bytes.dropFirst(part.count)
        return String(decoding: part, as: UTF8.self)
    }

    mutating func key() -> String? {
        guard let first = bytes.first, ASCII.isLowercase(first) || first == UInt8(ascii: "*") else {
            return nil
        }
        return text { ASCII.isLowercase($0) || ASCII.isDigit($0) || "_-.*".utf8.contains($0) }
    }

    mutating func item() -> StructuredDictionary.Item? {
        guard let first = bytes.first else { return nil }
        switch first {
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "%"): return displayString().map { .string($0) }
        case UInt8(ascii: "?"):
            bytes.removeFirst()
            if take("1") { return .boolean(true) }
            return take("0") ? .boolean(false) : nil
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let digits = text { ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
            return digits.utf8.count <= 16 ? Int64(digits).map { .integer($0) } : nil
        case _ where ASCII.isAlphanumeric(first) || first == UInt8(ascii: "*"):
            return .token(text { ASCII.isAlphanumeric($0) || "!#$%&'*+-.^_`|~:/".utf8.contains($0) })
        default: return nil
        }
    }

    private mutating func string() -> String? {
        bytes.removeFirst()
        var content: [UInt8] = []
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = bytes.popFirst(), "\"\\".utf8.contains(escaped) else { return nil }
                content.append(escaped)
            case 0x20...0x7E: content.append(byte)
            default: return nil
            }
        }
        return nil
    }

    /// Text beyond ASCII (RFC 9651 §4.2.10).
    private mutating func displayString() -> String? {
        bytes.removeFirst()
        guard take("\"") else { return nil }
        let encoded = text { $0 != UInt8(ascii: "\"") }
        guard take("\""), encoded.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return PercentEncoding.decode(encoded.utf8)
    }

    /// Skips the parameters of an item; `false` if they are malformed.
    mutating func parameters() -> Bool {
        while take(";") {
            skip(" ")
            guard key() != nil else { return false }
            if take("="), item() == nil { return false }
        }
        return true
    }
}
