/// Classes of bytes in ASCII text.
package enum ASCII {
    /// `0` to `9`.
    package static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// `A` to `Z`.
    package static func isUppercase(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// `a` to `z`.
    package static func isLowercase(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    /// `A` to `Z` and `a` to `z`.
    package static func isLetter(_ byte: UInt8) -> Bool { isUppercase(byte) || isLowercase(byte) }

    /// A character of a token (RFC 9110 §5.6.2).
    package static func isToken(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// White space between the tokens of JSON: space, tab, line feed, carriage return (RFC 8259 §2).
    package static func isJSONSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }
}
