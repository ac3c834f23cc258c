/// Base64 with the standard alphabet (RFC 4648 §4); `Base64URL` has the alphabet of JOSE.
package enum Base64 {
    /// Encodes without padding, as the PHC string format does.
    package static func encodeUnpadded(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        alphabet.append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Encodes with padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        let text = encodeUnpadded(bytes)
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }

    /// - Returns: `nil` for padding, white space, other symbols, impossible lengths, and unused bits that are set.
    package static func decodeUnpadded(_ text: some Collection<UInt8>) -> [UInt8]? {
        alphabet.decode(Array(text))
    }

    /// Decodes text; padding at its end is optional.
    ///
    /// - Returns: `nil` for wrong padding, white space, other symbols, impossible lengths, and unused bits that are set.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let text = Array(text)
        let symbols = text.prefix { $0 != UInt8(ascii: "=") }
        let padding = text[symbols.endIndex...]
        guard padding.isEmpty || padding.count == (4 - symbols.count % 4) % 4,
            padding.allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return nil }
        return alphabet.decode(Array(symbols))
    }

    /// Decodes text with either alphabet, as the JSON form of protocol buffers allows; padding is optional.
    package static func decodeEitherAlphabet(_ text: some Collection<UInt8>) -> [UInt8]? {
        decode(
            text.map { byte in
                switch byte {
                case UInt8(ascii: "-"): UInt8(ascii: "+")
                case UInt8(ascii: "_"): UInt8(ascii: "/")
                default: byte
                }
            }
        )
    }

    private static let alphabet = Base64Alphabet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    )
}
