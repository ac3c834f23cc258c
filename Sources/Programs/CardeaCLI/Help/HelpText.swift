/// Writes the help of a command or of a group of commands for a terminal.
enum HelpText {
    /// The width of lines that are not for a terminal.
    static let standardWidth = 80
    /// Longer lines are hard to read.
    private static let largestWidth = 100

    /// - Parameters:
    ///   - page: The help.
    ///   - width: The number of columns of the terminal.
    /// - Returns: Its lines; none is wider than the terminal, unless one word is.
    static func text(_ page: CommandPage, width: Int = standardWidth) -> String {
        let width = min(max(width, 20), largestWidth)
        let tables = page.sections.map { "\($0.title):\n\(TextFlow.table($0.rows, width: width))" }
        let discussion = TextFlow.discussion(page.discussion, width: width)
        let head = [
            TextFlow.paragraph(page.summary, width: width),
            TextFlow.paragraph("Usage: \(page.usage)", width: width, indentation: 4, from: 0),
        ]
        // The text of a group says what to do with the commands in its table.
        let parts = page.commands.isEmpty ? head + [discussion] + tables : head + tables + [discussion]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
