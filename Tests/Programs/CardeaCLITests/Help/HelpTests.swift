import CardeaSettings
import ChildProcesses
import Foundation
import Testing

@testable import CardeaCLI

@Suite("The help of all commands")
struct HelpTests {
    private static var pages: [CommandPage] { Program.pages }

    @Test("a line of help is not wider than the terminal, and no word is broken", arguments: [40, 80, 100])
    func width(width: Int) {
        for page in Self.pages {
            let text = HelpText.text(page, width: width)
            for line in text.split(separator: "\n") where TerminalText.width(of: String(line)) > width {
                // One word, or an option with its value in an example.
                let words = line.split(separator: " ").filter { $0 != "\\" }
                #expect(words.count <= 2, "\(page.path): \(line)")
            }
            let shown = Set(text.split { $0 == " " || $0 == "\n" })
            let texts = [page.summary, page.discussion] + page.sections.flatMap(\.rows).map(\.text)
            for word in texts.joined(separator: " ").split(whereSeparator: { $0 == " " || $0 == "\n" }) {
                #expect(shown.contains(word), "\(page.path): \(word)")
            }
        }
    }

    @Test("an example that is too long continues behind a backslash, and not within a quoted text")
    func example() {
        let text = TextFlow.discussion(
            "For example:\n\n  bake cake --name 'a long name of it' --layers 3",
            width: 36
        )
        #expect(
            text == #"""
                For example:

                  bake cake \
                      --name 'a long name of it' \
                      --layers 3
                """#
        )
    }

    @Test("without a terminal, the help has lines of 80 columns at most")
    func piped() async throws {
        let help = try await runProgram(["serve", "--help"])
        #expect(help.code == 0)
        #expect(help.output.split(separator: "\n").map(\.count).max() ?? 0 <= 80)
        #expect(help.output.contains("\n  --port VALUE\n      The port to listen on"))
    }

    @Test("the manual page has each command and each option, and mandoc and groff find no fault in it")
    func manual() async throws {
        let manual = try await runProgram(["manual"], environment: ["SOURCE_DATE_EPOCH": "0"])
        #expect(manual.code == 0)
        #expect(manual.output.hasPrefix(".TH CARDEA 1 1970-01-01 "))
        let directory = try TemporaryDirectory()
        let file = try directory.file("cardea.1", manual.output)
        let lint = try await ChildProcess.run("/usr/bin/mandoc", ["-T", "lint", "-W", "warning", file])
        #expect(lint.exitCode == 0, "\(lint.output)\(lint.errors)")

        let groff = try await ChildProcess.run("/usr/bin/groff", ["-man", "-ww", "-z", file])
        #expect(groff.exitCode == 0 && groff.errors.isEmpty, "\(groff.errors)")

        let shown = try await ChildProcess.run("/usr/bin/mandoc", ["-T", "utf8", "-O", "width=200", file])
        // Bold characters are printed twice, with a backspace between.
        let page = shown.output.replacing(/.\u{8}/, with: "").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        for command in Self.pages where command.commands.isEmpty {
            #expect(page.contains(command.usage), "\(command.usage)")
            for row in command.sections.flatMap(\.rows) {
                #expect(page.contains("\(row.term) \(row.text)"), "\(command.path): \(row.term)")
            }
        }
    }
}
