import CardeaEncodings
import CardeaSettings

/// Text in columns; the first row is the heading.
struct Table: Equatable {
    /// The cells, with their controls escaped: an escape is wider than its character.
    private let rows: [[String]]
    /// The lines below the table.
    private let footer: String?

    private init(_ rows: [[String]], footer: String? = nil) {
        self.rows = rows.map { $0.map(TerminalText.escape) }
        self.footer = footer
    }

    /// Rows in columns, without a heading.
    static func text(_ rows: [[String]]) -> TerminalText {
        TerminalText(lines: Table(rows).lines(columns(of: rows)))
    }

    /// A list under a heading; an absent value is shown as `-`.
    ///
    /// In a narrow terminal it has the first columns only.
    ///
    /// - Parameters:
    ///   - things: The elements, as in "there are no *users*".
    ///   - heading: The titles of the columns, the most important ones first.
    ///   - rows: The cells of each element.
    ///   - more: The option that shows the next page; `nil` on the last one.
    /// - Returns: The table.
    static func list(
        _ things: String,
        _ heading: [String],
        _ rows: [[String?]],
        more: String? = nil
    ) -> TerminalText {
        let footer = more.map { "More: \($0)" }
        guard !rows.isEmpty else {
            return TerminalText(
                lines: (["There are no \(things)."] + (footer.map { [$0] } ?? [])).joined(separator: "\n")
            )
        }
        return TerminalText(Table([heading] + rows.map { $0.map { $0 ?? "-" } }, footer: footer))
    }

    /// The facts of one item; an absent value is shown as `-`.
    static func item(_ facts: [(String, String?)], settings: [[String]] = []) -> TerminalText {
        text(facts.map { [$0, $1 ?? "-"] } + settings)
    }

    static func state(_ isDisabled: Bool?) -> String? { isDisabled.map { $0 ? "disabled" : "enabled" } }

    /// A moment as people read it, to the second, in UTC.
    static func moment(_ milliseconds: Int64?) -> String? {
        milliseconds.map { InternetTime.text(seconds: Int($0 / 1000)) }
    }

    /// The table with the columns that fit.
    ///
    /// - Parameter width: The number of columns of the terminal; `nil` for no limit.
    /// - Returns: Its lines.
    func text(width: Int?) -> String {
        let all = Self.columns(of: rows)
        guard let width, !fits(all, width) else {
            return [lines(all), footer].compactMap(\.self).joined(separator: "\n")
        }
        // First the columns without any value, then the last ones.
        var shown = all.filter { column in rows.dropFirst().contains { $0[column] != "-" } }
        while shown.count > 1, !fits(shown, width) { shown.removeLast() }
        let hidden = all.filter { column in
            !shown.contains(column) && rows.dropFirst().contains { $0[column] != "-" }
        }
        let note =
            hidden.isEmpty
            ? nil : "The terminal is too narrow for \(hidden.map { rows[0][$0] }.joined(separator: ", "))."
        return [lines(shown), footer, note].compactMap(\.self).joined(separator: "\n")
    }

    private static func columns(of rows: [[String]]) -> [Int] { Array(0..<(rows.map(\.count).max() ?? 0)) }

    private func width(of column: Int) -> Int {
        rows.map { column < $0.count ? TerminalText.width(of: $0[column]) : 0 }.max() ?? 0
    }

    private func fits(_ columns: [Int], _ width: Int) -> Bool {
        columns.reduce(-2) { $0 + self.width(of: $1) + 2 } <= width
    }

    private func lines(_ columns: [Int]) -> String {
        let widths = columns.map(width)
        return rows.map { row in
            let cells = zip(columns, widths).filter { $0.0 < row.count }.map { column, width in
                row[column] + String(repeating: " ", count: width - TerminalText.width(of: row[column]))
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        .joined(separator: "\n")
    }
}
