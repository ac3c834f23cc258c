/// Writes the manual page of the program, `cardea(1)`, in the macros of man(7).
struct ManualText {
    /// The width of lines of the source, before characters are escaped.
    private static let width = 72

    private var lines: [String] = []

    /// - Parameters:
    ///   - pages: The pages of the program, of its groups and of its commands.
    ///   - version: The version of the program.
    ///   - date: The day, as `2026-01-31`.
    init(_ pages: [CommandPage], version: String, date: String) {
        guard let program = pages.first, let name = program.path.first else { return }
        lines.append(
            ".TH \(name.uppercased()) 1 \(date) \"\(Self.escaped("\(name) \(version)"))\""
        )
        section("NAME")
        text("\(name) - \(Self.phrase(program.summary))")
        section("SYNOPSIS")
        lines.append(".B \(Self.escaped(name))\n.I command\n.RI [ options ]")
        section("DESCRIPTION")
        for page in pages.dropFirst() where !page.commands.isEmpty || page.path.count == 2 {
            term(page.path.dropFirst().joined(separator: " "), page.summary)
        }
        section("COMMANDS")
        for page in pages where page.commands.isEmpty { add(page) }
        section("EXIT STATUS")
        text(CommandPage.exitCodes)
        text("A command that has further exit codes names them above.")
        section("ENVIRONMENT")
        term(
            "CARDEA_*",
            """
            The settings of the server. The name of a variable is that of an option of 'serve' in capitals, with _ for -: \
            CARDEA_TLS_KEY is --tls-key. An option has precedence, then the variable, then the file.
            """
        )
        term(
            "CARDEA_CONFIG",
            "The configuration file, unless --config names another one. Without both, and without --data: \(Console.defaultConfiguration), if it exists."
        )
    }

    /// The page.
    var page: String { lines.joined(separator: "\n") + "\n" }

    private mutating func add(_ page: CommandPage) {
        lines.append(".SS \(Self.escaped(page.path.joined(separator: " ")))")
        text(page.summary)
        lines.append(".PP\n.B \(Self.escaped(page.usage))")
        for block in TextFlow.blocks(of: page.discussion) {
            switch block {
            case .paragraph(let text):
                lines.append(".PP")
                self.text(text)
            case .examples(let examples):
                lines += [".PP", ".in +4n", ".nf"] + examples.map(Self.line) + [".fi", ".in"]
            }
        }
        for table in page.sections {
            lines.append(".PP\n\(Self.escaped(table.title)):")
            for row in table.rows { term(row.term, row.text) }
        }
    }

    private mutating func section(_ title: String) { lines.append(".SH \(title)") }

    private mutating func text(_ text: String) {
        let filled = TextFlow.paragraph(text, width: Self.width)
        lines += filled.split(separator: "\n").map { Self.line(String($0)) }
    }

    private mutating func term(_ term: String, _ text: String) {
        lines.append(".TP\n.B \(Self.escaped(term))")
        self.text(text)
    }

    /// A line of text: it is not a request, whatever it begins with.
    private static func line(_ text: String) -> String {
        let line = escaped(text)
        return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// A text whose characters mean themselves; those beyond ASCII have their names in roff.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\(rs"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "`": result += "\\(ga"
            case "\n": result += " "
            case _ where !scalar.isASCII:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The summary of the program as the phrase of a NAME section: without the name, the version and the full stop.
    private static func phrase(_ summary: String) -> String {
        let text = summary.split(separator: ": ", maxSplits: 1).last ?? summary[...]
        return String(text.last == "." ? text.dropLast() : text)
    }
}
