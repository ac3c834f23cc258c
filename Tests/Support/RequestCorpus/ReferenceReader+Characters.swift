/// The character classes of RFC 9110 and RFC 3986 for requests.
extension ReferenceReader {
    static let lineEnd: [UInt8] = [13, 10]

    static func isDigit(_ byte: UInt8) -> Bool { "0123456789".utf8.contains(byte) }

    static func isHexadecimal(_ byte: UInt8) -> Bool { "0123456789abcdefABCDEF".utf8.contains(byte) }

    static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) && byte < 128 }

    static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

    /// RFC 9110 §5.6.2.
    static func isTokenCharacter(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// RFC 9110 §5.5: visible characters, white space, and bytes beyond ASCII.
    static func isValueCharacter(_ byte: UInt8) -> Bool { byte == 9 || byte >= 32 && byte != 127 }

    /// RFC 3986 §3.2.2: no list, path or user name.
    static func isHostCharacter(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || ".-_~:[]%".utf8.contains(byte)
    }

    static func lower(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension BidirectionalCollection where SubSequence == Self {
    /// Without the elements at both ends for which a condition holds.
    func trimming(while condition: (Element) -> Bool) -> SubSequence {
        var rest = drop(while: condition)
        while let last = rest.last, condition(last) { rest.removeLast() }
        return rest
    }
}
