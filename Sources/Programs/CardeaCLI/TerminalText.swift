/// Text for a person at a terminal.
///
/// Values are put in by interpolation, and their controls are escaped: what a user typed as a name can neither
/// move the cursor nor look like another line (security M9).
struct TerminalText: ExpressibleByStringInterpolation, Equatable {
    private enum Content: Equatable {
        case lines(String)
        case table(Table)
    }

    private let content: Content

    init(stringLiteral value: String) { content = .lines(value) }

    init(stringInterpolation: Interpolation) { content = .lines(stringInterpolation.text) }

    init(_ table: Table) { content = .table(table) }

    /// The whole text.
    var text: String { text(width: nil) }

    /// The text for a terminal: a table has the columns that fit.
    ///
    /// - Parameter width: The number of columns; `nil` for no limit.
    /// - Returns: Its lines.
    func text(width: Int?) -> String {
        switch content {
        case .lines(let text): text
        case .table(let table): table.text(width: width)
        }
    }

    /// A text of the program's own, whose line breaks are meant; other controls in it are escaped.
    init(lines text: String) {
        content = .lines(
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { Self.escape(String($0)) }.joined(separator: "\n")
        )
    }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += TerminalText.escape(value.description)
        }
    }

    /// Writes controls as their numbers: `\x1b`, `\u202e`.
    static func escape(_ text: String) -> String {
        escape(text) { scalar in
            scalar.value < 0x100 ? "\\x" + hexadecimal(scalar.value, 2) : "\\u" + hexadecimal(scalar.value, 4)
        }
    }

    /// Writes controls in JSON text as JSON escapes: the document stays the same.
    static func escapeJSON(_ json: String) -> String {
        // Line breaks are between the values; within strings they are escaped already.
        escape(json) { $0 == "\n" ? "\n" : "\\u" + hexadecimal($0.value, 4) }
    }

    private static func escape(_ text: String, _ written: (Unicode.Scalar) -> String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isControl(scalar) { result += written(scalar) } else { result.unicodeScalars.append(scalar) }
        }
    }

    /// Whether a terminal may do something other than show the character: C0, DEL, C1, line and paragraph
    /// separators, and what changes the direction of writing.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }

    private static func hexadecimal(_ value: UInt32, _ digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
