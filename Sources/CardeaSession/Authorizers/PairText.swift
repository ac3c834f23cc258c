import Encodings

/// The pairs of a query or a form (WHATWG URL §5), as text.
enum PairText {
    /// The text with one pair in place of all of that name; the others stay as they are written.
    ///
    /// - Parameters:
    ///   - name: The name of the pair.
    ///   - value: Its value; `nil` for no such pair.
    ///   - text: The pairs as they are.
    /// - Returns: The new text.
    static func setting(_ name: String, to value: String?, in text: Substring) -> String {
        var pairs = text.split(separator: "&").filter { pair in
            let written = pair.prefix { $0 != "=" }
            return PercentEncoding.decode(written.utf8, plusIsSpace: true) != name
        }
        if let value { pairs.append(FormCoding.encode([(name, value)])[...]) }
        return pairs.joined(separator: "&")
    }
}
