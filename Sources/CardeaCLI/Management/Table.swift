import CardeaSettings
import FoundationEssentials

/// Lines up text in columns; the first row is the heading.
enum Table {
    static func text(_ rows: [[String]]) -> TerminalText {
        // Before the columns are measured: an escape is wider than what it stands for.
        let rows = rows.map { $0.map(TerminalText.escape) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return TerminalText(lines: lines.joined(separator: "\n"))
    }

    /// The rows of settings, under a heading.
    static func settings(_ settings: SettingTree) -> [[String]] {
        let rows = settings.values.sorted { $0.key < $1.key }.map { ["  " + $0.key, $0.value.description] }
        return [["settings", rows.isEmpty ? "those of the project" : ""]] + rows
    }

    /// A moment as people read it, to the second, in UTC.
    static func moment(_ milliseconds: Int64?) -> String {
        milliseconds.map { Date(timeIntervalSince1970: Double($0 / 1000)).formatted(.iso8601) } ?? "-"
    }
}
