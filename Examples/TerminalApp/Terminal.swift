import Foundation
import CardeaLocks

/// Lines in, lines out; nothing is buffered, since a script may be waiting for it.
final class Terminal: Sendable {
    private let isInteractive = isatty(STDIN_FILENO) == 1
    /// The question that stands at the end of what was written, and waits for its response.
    private let pending = Mutex<String?>(nil)

    /// Writes a line; an open question is asked once more below it.
    func say(_ line: String = "") {
        pending.withLock { question in
            if let question {
                write("\n\(line)\n\(question): ")
            } else {
                write(line + "\n")
            }
        }
    }

    /// Asks for a line; `nil` at the end of the input.
    func ask(_ question: String) -> String? {
        response(to: question)?.trimmingCharacters(in: .whitespaces)
    }

    /// Asks for a line that does not show while it is typed; `nil` at the end of the input.
    func askSecretly(_ question: String) -> String? {
        guard isInteractive else { return response(to: question) }
        // Silent before the question is seen: what is typed at once shows no more than what is typed late.
        TerminalEcho.set(false)
        defer {
            TerminalEcho.set(true)
            say()
        }
        return response(to: question)
    }

    /// Shows a menu and asks for one of its items, by its word or by the beginning of it; `nil` at the end of the input.
    func choose<Item: MenuItem>(_ items: [Item]) -> Item? {
        for item in items {
            say("  \(item.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0))\(item.title)")
        }
        while let response = ask("Your choice") {
            let chosen = items.filter { $0.rawValue.hasPrefix(response.lowercased()) }
            if chosen.count == 1 { return chosen[0] }
            say("Please type one of: \(items.map(\.rawValue).joined(separator: ", "))")
        }
        return nil
    }

    private func response(to question: String) -> String? {
        pending.withLock { pending in
            write("\(question): ")
            pending = question
        }
        defer { pending.withLock { $0 = nil } }
        return readLine()
    }

    private func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}

/// Something that can be chosen by typing its word.
protocol MenuItem: RawRepresentable<String> {
    /// A short description.
    var title: String { get }
}
