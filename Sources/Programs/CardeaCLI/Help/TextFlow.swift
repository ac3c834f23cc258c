/// Fills lines of a given width with words; a word is never broken.
enum TextFlow {
    /// A paragraph, without an indentation of its first line.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - width: The largest width of a line.
    ///   - indentation: The number of spaces before each line but the first.
    ///   - start: The column at which the first line begins.
    /// - Returns: The lines, divided by line breaks.
    static func paragraph(_ text: String, width: Int, indentation: Int = 0, from start: Int? = nil) -> String
    {
        let words = text.split { $0 == " " || $0 == "\n" }
        return fill(words, width: width, indentation: indentation, from: start ?? indentation, breakMark: "")
    }

    /// Paragraphs, divided by empty lines; indented lines among them are examples of command lines.
    ///
    /// A long example continues on further lines, each after a backslash, as a shell reads it.
    static func discussion(_ text: String, width: Int) -> String {
        blocks(of: text).map { block in
            switch block {
            case .paragraph(let text): paragraph(text, width: width)
            case .examples(let lines): lines.map { example($0, width: width) }.joined(separator: "\n")
            }
        }
        .joined(separator: "\n\n")
    }

    enum Block: Equatable {
        case paragraph(String)
        /// Command lines.
        case examples([String])
    }

    /// The paragraphs and examples of a text.
    static func blocks(of text: String) -> [Block] {
        var blocks: [Block] = []
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let content = String(line.trimmingPrefix { $0 == " " })
            switch (line.first, isOpen ? blocks.last : nil) {
            case (nil, _): isOpen = false
            case (" ", .examples(let lines)?): blocks[blocks.count - 1] = .examples(lines + [content])
            case (" ", _):
                blocks.append(.examples([content]))
                isOpen = true
            case (_, .paragraph(let text)?): blocks[blocks.count - 1] = .paragraph(text + " " + content)
            case (_, _):
                blocks.append(.paragraph(content))
                isOpen = true
            }
        }
        return blocks
    }

    /// A table of terms and texts; if a term is long, each term has a line of its own.
    static func table(_ rows: [HelpSection.Row], width: Int) -> String {
        let widest = rows.map(\.term.count).max() ?? 0
        // Narrow columns of text are hard to read.
        let column = widest <= longestTerm && width - widest - 4 >= 30 ? widest + 4 : 6
        return rows.map { row in
            let fits = row.term.count + 4 <= column
            let gap =
                fits ? String(repeating: " ", count: column - row.term.count - 2) : "\n" + spaces(column)
            return "  " + row.term + gap + paragraph(row.text, width: width, indentation: column)
        }
        .joined(separator: "\n")
    }

    private static let longestTerm = 28

    private static func example(_ line: String, width: Int) -> String {
        "  " + fill(parts(of: line), width: width, indentation: 6, from: 2, breakMark: " \\")
    }

    /// The parts of a command line between which it may break: not in a quoted text, nor between an option and its value.
    private static func parts(of line: String) -> [Substring] {
        var quote: Character?
        let words = line.split { character in
            if quote == character {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            }
            return character == " " && quote == nil
        }
        return words.reduce(into: []) { parts, word in
            if let last = parts.last, last.hasPrefix("--"), !last.contains(" "), !word.hasPrefix("-") {
                parts[parts.count - 1] = last + " " + word
            } else {
                parts.append(word)
            }
        }
    }

    private static func fill(
        _ words: [Substring],
        width: Int,
        indentation: Int,
        from start: Int,
        breakMark: String
    ) -> String {
        var (text, column, isFirst) = ("", start, true)
        for (index, word) in words.enumerated() {
            let length = TerminalText.width(of: String(word))
            let isLast = index == words.count - 1
            let needed = length + (isLast ? 0 : breakMark.count)
            if isFirst {
                text += word
                column += length
                isFirst = false
            } else if column + 1 + needed > width {
                text += breakMark + "\n" + spaces(indentation) + word
                column = indentation + length
            } else {
                text += " " + word
                column += 1 + length
            }
        }
        return text
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
