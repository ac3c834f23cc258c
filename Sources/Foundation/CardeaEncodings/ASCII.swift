/// Classes of bytes in ASCII text.
package enum ASCII {
    /// `0` to `9`.
    @inlinable package static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// `A` to `Z`.
    @inlinable package static func isUppercase(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// `a` to `z`.
    @inlinable package static func isLowercase(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    /// `A` to `Z` and `a` to `z`.
    @inlinable package static func isLetter(_ byte: UInt8) -> Bool { isUppercase(byte) || isLowercase(byte) }

    /// `A` to `Z`, `a` to `z` and `0` to `9`.
    @inlinable package static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    /// `0` to `9`, `A` to `F` and `a` to `f`.
    @inlinable package static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) && byte | 0x20 <= UInt8(ascii: "f")
    }

    /// A character of a token (RFC 9110 §5.6.2).
    @inlinable package static func isToken(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// White space between the tokens of JSON: space, tab, line feed, carriage return (RFC 8259 §2).
    @inlinable package static func isJSONSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }
}
