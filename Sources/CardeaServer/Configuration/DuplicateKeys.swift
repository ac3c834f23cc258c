/// Finds keys that are given twice in one object of a JSON5 document; a decoder ignores one of them silently.
struct DuplicateKeys {
    private struct Container {
        /// The keys so far; `nil` in an array.
        var keys: Set<String>?
        /// The key of the next value.
        var key: String?
    }

    private var rest: Substring.UnicodeScalarView
    private var containers: [Container] = []
    private var duplicates: [String] = []

    /// The duplicates in a document that a decoder has accepted, with their groups: `limits.drain`.
    static func find(in text: String) -> [String] {
        var search = DuplicateKeys(rest: Substring(text).unicodeScalars)
        search.run()
        return search.duplicates
    }

    private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

    private mutating func run() {
        while let scalar = rest.popFirst() {
            switch scalar {
            case "{": containers.append(Container(keys: []))
            case "[": containers.append(Container(keys: nil))
            case "}", "]": _ = containers.popLast()
            case ",": if let last = containers.indices.last { containers[last].key = nil }
            case "\"", "'": take(string(endedBy: scalar))
            case "/" where rest.first == "/": skip { $0 == "\n" || $0 == "\r" }
            case "/" where rest.first == "*": skipBlock()
            case ":": break
            case _ where scalar.properties.isWhitespace: break
            default: take(word(scalar))
            }
        }
    }

    /// Takes a string or a word: a key where one is expected, else a value.
    private mutating func take(_ text: String) {
        guard let last = containers.indices.last, containers[last].key == nil,
            let isNew = containers[last].keys?.insert(text).inserted
        else { return }
        containers[last].key = text
        if !isNew { duplicates.append(containers.compactMap(\.key).joined(separator: ".")) }
    }

    private mutating func string(endedBy quote: Unicode.Scalar) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst(), scalar != quote {
            text.append(scalar)
            if scalar == "\\", let escaped = rest.popFirst() { text.append(escaped) }
        }
        return String(text)
    }

    private mutating func word(_ first: Unicode.Scalar) -> String {
        let tail = rest.prefix { !$0.properties.isWhitespace && !"{}[],:/".unicodeScalars.contains($0) }
        rest = rest[tail.endIndex...]
        return String(first) + String(tail)
    }

    private mutating func skip(to isEnd: (Unicode.Scalar) -> Bool) {
        while let scalar = rest.popFirst(), !isEnd(scalar) {}
    }

    private mutating func skipBlock() {
        _ = rest.popFirst()
        skip { $0 == "*" }
        while rest.first != "/", !rest.isEmpty { skip { $0 == "*" } }
        _ = rest.popFirst()
    }
}
