/// Text, escaped for HTML.
package enum HTMLEscaping {
    /// Escapes a text for elements and for quoted attributes.
    package static func escape(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a text, escaped for elements and for quoted attributes.
    ///
    /// It reads bytes: with a combining mark behind it, a quotation mark is another character, and still ends an attribute.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes.append("&amp;")
            case UInt8(ascii: "<"): bytes.append("&lt;")
            case UInt8(ascii: ">"): bytes.append("&gt;")
            case UInt8(ascii: "\""): bytes.append("&quot;")
            case UInt8(ascii: "'"): bytes.append("&#39;")
            default: bytes.append(byte)
            }
        }
    }
}
