/// Base64 with the URL-safe alphabet and no padding (RFC 4648 §5), as JOSE uses it.
package enum Base64URL {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the encoded form of `bytes` to `output`.
    package static func append(_ bytes: some Collection<UInt8>, to output: inout [UInt8]) {
        output.reserveCapacity(output.count + (bytes.count * 4 + 2) / 3)
        var group: UInt32 = 0
        var bits = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                output.append(symbol(UInt8(truncatingIfNeeded: group >> bits) & 63))
            }
        }
        if bits > 0 { output.append(symbol(UInt8(truncatingIfNeeded: group << (6 - bits)) & 63)) }
    }

    /// - Returns: `nil` for padding, white space, other symbols, impossible lengths, and stray bits at the
    ///   end: every value has exactly one accepted form.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var group: UInt32 = 0
        var bits = 0
        for character in text {
            guard let value = value(character) else { return nil }
            group = group << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> bits))
            }
        }
        return group & ((1 << bits) - 1) == 0 ? bytes : nil
    }

    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(text.utf8)
    }

    private static func symbol(_ value: UInt8) -> UInt8 {
        switch value {
        case 0...25: value + 65
        case 26...51: value + 71
        case 52...61: value - 4
        case 62: 45
        default: 95
        }
    }

    private static func value(_ symbol: UInt8) -> UInt8? {
        switch symbol {
        case 65...90: symbol - 65
        case 97...122: symbol - 71
        case 48...57: symbol + 4
        case 45: 62
        case 95: 63
        default: nil
        }
    }
}
