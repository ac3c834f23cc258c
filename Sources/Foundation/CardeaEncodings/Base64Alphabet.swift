/// The 64 symbols of a form of Base64, and the coding without padding (RFC 4648 §4).
struct Base64Alphabet: Sendable {
    private let symbols: [UInt8]
    /// The value of each symbol; 255 for all other bytes.
    private let values: [UInt8]

    /// - Parameter symbols: 64 characters of ASCII.
    init(_ symbols: StaticString) {
        self.symbols = Array(symbols.description.utf8)
        var values = [UInt8](repeating: 255, count: 256)
        for (value, symbol) in self.symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
        self.values = values
    }

    /// Appends the encoded form of `bytes` to `output`.
    func append(_ bytes: [UInt8], to output: inout [UInt8]) {
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: (bytes.count * 4 + 2) / 3))
        let input = bytes.span
        let symbols = symbols.span
        var text = output.mutableSpan
        var position = start
        var index = 0
        while index + 2 < input.count {
            let group = Int(input[index]) << 16 | Int(input[index + 1]) << 8 | Int(input[index + 2])
            text[position] = symbols[group >> 18]
            text[position + 1] = symbols[group >> 12 & 63]
            text[position + 2] = symbols[group >> 6 & 63]
            text[position + 3] = symbols[group & 63]
            index += 3
            position += 4
        }
        guard index < input.count else { return }
        let isPair = index + 1 < input.count
        let group = Int(input[index]) << 16 | (isPair ? Int(input[index + 1]) << 8 : 0)
        text[position] = symbols[group >> 18]
        text[position + 1] = symbols[group >> 12 & 63]
        if isPair { text[position + 2] = symbols[group >> 6 & 63] }
    }

    /// - Returns: `nil` for every text that is not the one encoded form of some bytes.
    func decode(_ text: [UInt8]) -> [UInt8]? {
        let rest = text.count % 4
        guard rest != 1 else { return nil }
        var output: [UInt8] = []
        output.append(contentsOf: repeatElement(0, count: text.count * 3 / 4))
        let input = text.span
        let values = values.span
        var bytes = output.mutableSpan
        var position = 0
        // The values of symbols have their top two bits clear; other bytes set them here.
        var seen: UInt8 = 0
        var index = 0
        while index + 3 < input.count {
            let (a, b) = (values[Int(input[index])], values[Int(input[index + 1])])
            let (c, d) = (values[Int(input[index + 2])], values[Int(input[index + 3])])
            seen |= a | b | c | d
            bytes[position] = a << 2 | b >> 4
            bytes[position + 1] = b << 4 | c >> 2
            bytes[position + 2] = c << 6 | d
            index += 4
            position += 3
        }
        if rest > 0 {
            let (a, b) = (values[Int(input[index])], values[Int(input[index + 1])])
            let c = rest == 3 ? values[Int(input[index + 2])] : 0
            seen |= a | b | c
            bytes[position] = a << 2 | b >> 4
            if rest == 3 { bytes[position + 1] = b << 4 | c >> 2 }
            guard (rest == 3 ? c << 6 : b << 4) == 0 else { return nil }
        }
        return seen < 64 ? output : nil
    }
}
