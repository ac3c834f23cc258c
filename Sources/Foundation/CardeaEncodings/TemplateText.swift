/// A text with placeholders such as `%LINK%`, in pieces.
package struct TemplateText: Sendable {
    private enum Piece {
        case text(Substring)
        case placeholder(Substring)
    }

    private let pieces: [Piece]

    /// - Parameter text: The text. The name of a placeholder has upper-case letters and `_`; any other `%` is itself.
    package init(_ text: String) {
        var pieces: [Piece] = []
        var (start, rest) = (text.startIndex, text[...])
        while let percent = rest.firstIndex(of: "%") {
            let tail = rest[rest.index(after: percent)...]
            let word = tail.prefix { ("A"..."Z").contains($0) || $0 == "_" }
            rest = tail
            guard !word.isEmpty, word.endIndex < tail.endIndex, tail[word.endIndex] == "%" else { continue }
            pieces += [.text(text[start..<percent]), .placeholder(word)]
            rest = tail[tail.index(after: word.endIndex)...]
            start = rest.startIndex
        }
        self.pieces = pieces + [.text(text[start...])]
    }

    /// The names of the placeholders, in their order.
    package var placeholders: [String] {
        pieces.compactMap { piece in
            if case .placeholder(let name) = piece { String(name) } else { nil }
        }
    }

    /// The text with values instead of the placeholders; a value is not searched for placeholders.
    ///
    /// - Parameter value: The value for the name of a placeholder; without one, the placeholder is left out.
    /// - Returns: The text.
    package func filled(_ value: (String) -> String?) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let literal): text += literal
            case .placeholder(let name): text += value(String(name)) ?? ""
            }
        }
    }
}
