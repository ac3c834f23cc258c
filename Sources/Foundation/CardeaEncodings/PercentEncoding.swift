/// Percent-encoding of URI components (RFC 3986 §2.1).
package enum PercentEncoding {
    /// Encodes everything but unreserved characters.
    package static func encode(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                output.append(byte)
            } else {
                output.append(UInt8(ascii: "%"))
                output += Hexadecimal.encode([byte]).uppercased().utf8
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Decodes text.
    ///
    /// - Parameters:
    ///   - text: ASCII.
    ///   - plusIsSpace: Whether `+` is a space, as in forms.
    /// - Returns: `nil` for a broken escape, or when the result is not UTF-8.
    package static func decode(_ text: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        decode(Array(text)[...], plusIsSpace: plusIsSpace)
    }

    /// Decodes text like the other `decode`, without a copy of it.
    package static func decode(_ text: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
        let bytes = text.span
        let space = plusIsSpace ? UInt8(ascii: "+") : UInt8(ascii: "%")
        // Without a branch, the loop compares many bytes at a time.
        var (escapes, all): (UInt8, UInt8) = (0, 0)
        for index in bytes.indices {
            let byte = bytes[index]
            escapes |= (byte == UInt8(ascii: "%") ? 1 : 0) | (byte == space ? 1 : 0)
            all |= byte
        }
        // The usual text is ASCII: it needs no validation.
        if escapes == 0, all < 128 { return String(decoding: text, as: UTF8.self) }
        guard let decoded = escapes == 0 ? text : unescaped(text, plusIsSpace)?[...] else { return nil }
        return String(validUTF8: decoded)
    }

    /// RFC 3986 §2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: ASCII.isLetter(byte) || ASCII.isDigit(byte)
        }
    }

    /// - Returns: `nil` for a broken escape.
    private static func unescaped(_ text: ArraySlice<UInt8>, _ plusIsSpace: Bool) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(Hexadecimal.value),
                    let low = rest.next().flatMap(Hexadecimal.value)
                else { return nil }
                output.append(high << 4 | low)
            } else {
                output.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return output
    }
}
