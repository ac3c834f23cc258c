import CardeaEncodings
import CardeaIdentityDomain
import CardeaSettings

/// Lines up text in columns; the first row is the heading.
enum Table {
    static func text(_ rows: [[String]]) -> TerminalText {
        // Before the columns are measured: an escape is wider than its character.
        let rows = rows.map { $0.map(TerminalText.escape) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { TerminalText.width(of: $0[column]) }.max() ?? 0
        }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - TerminalText.width(of: cell))
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return TerminalText(lines: lines.joined(separator: "\n"))
    }

    /// A list under a heading; an absent value is shown as `-`.
    ///
    /// - Parameters:
    ///   - heading: The titles of the columns.
    ///   - rows: The cells of each element.
    ///   - more: The option that shows the next page; `nil` on the last one.
    /// - Returns: The table.
    static func list(_ heading: [String], _ rows: [[String?]], more: String? = nil) -> TerminalText {
        let table = text([heading] + rows.map { $0.map { $0 ?? "-" } })
        return more.map { TerminalText(lines: "\(table.text)\nMore: \($0)") } ?? table
    }

    /// The facts of one item; an absent value is shown as `-`.
    static func item(_ facts: [(String, String?)], settings tree: SettingTree? = nil) -> TerminalText {
        text(facts.map { [$0, $1 ?? "-"] } + (tree.map(settings) ?? []))
    }

    static func state(_ isDisabled: Bool?) -> String? { isDisabled.map { $0 ? "disabled" : "enabled" } }

    /// The rows of settings, under a heading.
    private static func settings(_ settings: SettingTree) -> [[String]] {
        let rows = settings.values.sorted { $0.key < $1.key }.map { key, value in
            ["  " + key, Policy.table[key]?.text(of: value) ?? value.description]
        }
        return [["settings", rows.isEmpty ? "those of the project" : ""]] + rows
    }

    /// A moment as people read it, to the second, in UTC.
    static func moment(_ milliseconds: Int64?) -> String? {
        milliseconds.map { InternetTime.text(seconds: Int($0 / 1000)) }
    }
}
