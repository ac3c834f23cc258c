import CardeaEncodings

/// A JSON object as text, in which one member is replaced and the others stay as they are written.
///
/// Reading the whole and writing it anew would change numbers and the order of members.
enum JSONObjectText {
    /// The object with one member instead of all of that name.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - value: Its value, a string; `nil` for no such member.
    ///   - text: The object as it is.
    /// - Returns: `nil` when the text is not an object.
    static func setting(_ name: String, to value: String?, in text: [UInt8]) -> [UInt8]? {
        var reader = Reader(text)
        guard let members = reader.members() else { return nil }
        var kept = members.filter { $0.name.exact != name.exact }.map(\.text)
        if let value {
            var member = JSONText()
            member.name(text: name)
            member.string(value)
            kept.append(member.bytes[...])
        }
        return [UInt8(ascii: "{")] + kept.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }

    /// Finds the ends of members; their values are skipped.
    private struct Reader {
        private let text: [UInt8]
        private var index = 0

        init(_ text: [UInt8]) { self.text = text }

        mutating func members() -> [(name: String, text: ArraySlice<UInt8>)]? {
            guard take("{") else { return nil }
            var members: [(name: String, text: ArraySlice<UInt8>)] = []
            if take("}") { return isAtEnd ? members : nil }
            repeat {
                skipSpace()
                let start = index
                guard skipString(), let name = JSONValue(parsing: text[start..<index])?.string, take(":"),
                    skipValue()
                else { return nil }
                members.append((name, text[start..<index]))
            } while take(",")
            return take("}") && isAtEnd ? members : nil
        }

        private var isAtEnd: Bool { text[index...].allSatisfy(Self.isSpace) }

        private mutating func skipSpace() {
            while index < text.count, Self.isSpace(text[index]) { index += 1 }
        }

        private mutating func take(_ symbol: Unicode.Scalar) -> Bool {
            skipSpace()
            guard index < text.count, text[index] == UInt8(ascii: symbol) else { return false }
            index += 1
            return true
        }

        private mutating func skipString() -> Bool {
            guard index < text.count, text[index] == UInt8(ascii: "\"") else { return false }
            index += 1
            while index < text.count, text[index] != UInt8(ascii: "\"") {
                index += text[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            index += 1
            return index <= text.count
        }

        /// Goes to the end of a value: to the comma or bracket that does not belong to it.
        private mutating func skipValue() -> Bool {
            skipSpace()
            let start = index
            var depth = 0
            while index < text.count {
                switch text[index] {
                case UInt8(ascii: "\""):
                    guard skipString() else { return false }
                    continue
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
                    if depth == 0 { return index > start }
                    if text[index] != UInt8(ascii: ",") { depth -= 1 }
                default: break
                }
                index += 1
            }
            return false
        }

        private static func isSpace(_ byte: UInt8) -> Bool {
            byte == 32 || byte == 9 || byte == 10 || byte == 13
        }
    }
}
