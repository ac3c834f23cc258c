/// Percent-encoding of URI components (RFC 3986 §2.1).
package enum PercentEncoding {
    /// Encodes everything but unreserved characters.
    package static func encode(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126:
                output.append(byte)
            default:
                output.append(37)
                output += Hexadecimal.encode([byte]).uppercased().utf8
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Decodes text; `plusIsSpace` says whether `+` stands for a space, as in forms.
    ///
    /// - Returns: `nil` for a broken escape, or when the result is not UTF-8.
    package static func decode(_ text: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        decode(Array(text)[...], plusIsSpace: plusIsSpace)
    }

    /// Decodes text with no copy of it, as the other `decode` does.
    package static func decode(_ text: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
        var isPlain = true
        var isASCII = true
        for byte in text {
            if byte == 37 || plusIsSpace && byte == 43 { isPlain = false }
            if byte > 127 { isASCII = false }
        }
        // Validation costs several times as much.
        if isPlain && isASCII { return String(decoding: text, as: UTF8.self) }
        guard let bytes = isPlain ? text : unescaped(text, plusIsSpace)?[...] else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// - Returns: `nil` for a broken escape.
    private static func unescaped(_ text: ArraySlice<UInt8>, _ plusIsSpace: Bool) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            if byte == 37 {
                guard let high = rest.next().flatMap(Hexadecimal.value),
                    let low = rest.next().flatMap(Hexadecimal.value)
                else { return nil }
                output.append(high << 4 | low)
            } else {
                output.append(plusIsSpace && byte == 43 ? 32 : byte)
            }
        }
        return output
    }
}
