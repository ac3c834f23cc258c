import CardeaEncodings

/// The pairs of a query or a form (WHATWG URL §5), as they are written: bytes, of whatever encoding.
enum PairText {
    /// The text with one pair instead of all of that name; the others stay as they are written.
    ///
    /// - Parameters:
    ///   - name: The name of the pair.
    ///   - value: Its value; `nil` for no such pair.
    ///   - text: The pairs as they are.
    /// - Returns: The new text.
    static func setting(_ name: String, to value: String?, in text: [UInt8]) -> [UInt8] {
        var pairs = text.split(separator: UInt8(ascii: "&")).filter { pair in
            let written = pair.prefix { $0 != UInt8(ascii: "=") }
            return PercentEncoding.decode(written, plusIsSpace: true)?.exact != name.exact
        }
        if let value { pairs.append(Array(FormCoding.encode([(name, value)]).utf8)[...]) }
        return Array(pairs.joined(separator: [UInt8(ascii: "&")]))
    }
}
