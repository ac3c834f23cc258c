import CardeaLogging
import CardeaOperatingSystem
package import Foundation

/// Where a command reads and writes.
package struct Console {
    private let input: FileHandle
    private let output: FileHandle
    private let errors: FileHandle
    /// The environment variables.
    package let environment: [String: String]
    /// The configuration file that is read if it exists and no other is named.
    let configuration: String

    /// The place of the configuration on a machine.
    package static let defaultConfiguration = "/etc/cardea/cardea.json5"

    package init(
        input: FileHandle = .standardInput,
        output: FileHandle = .standardOutput,
        errors: FileHandle = .standardError,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        configuration: String = Self.defaultConfiguration
    ) {
        self.input = input
        self.output = output
        self.errors = errors
        self.environment = environment
        self.configuration = configuration
    }

    /// Writes one line, or several, for a person.
    func print(_ text: TerminalText) { write(text.text(width: terminalWidth), to: output) }

    /// Writes a text for a program, as it is.
    func print(program text: String) { try? output.write(contentsOf: Data(text.utf8)) }

    /// The number of columns of the terminal that shows the output; `nil` if no terminal does.
    var terminalWidth: Int? { Terminal(output.fileDescriptor)?.width }

    /// The width of a line of the output.
    var width: Int { terminalWidth ?? HelpText.standardWidth }

    /// Writes JSON for a program.
    func print(json: String) { write(TerminalText.escapeJSON(json), to: output) }

    /// Writes a line of JSON beside those of the server's log.
    func printNotice(json: String) {
        write(priority(.notice, in: output) + TerminalText.escapeJSON(json), to: output)
    }

    /// The priority of a line, if a file is the journal.
    private func priority(_ level: Logger.Level, in file: FileHandle) -> String {
        JournalStream.contains(file.fileDescriptor, environment: environment) ? "\(level.priority)" : ""
    }

    /// Writes an error message.
    func printError(_ text: TerminalText) { write(priority(.error, in: errors) + text.text, to: errors) }

    /// Writes a question for a person, without a line break.
    func prompt(_ text: TerminalText) {
        try? conversation.write(contentsOf: Data(text.text.utf8))
    }

    /// The terminal for questions, wherever the errors go.
    private var conversation: FileHandle {
        if Terminal(errors.fileDescriptor) != nil { return errors }
        return FileHandle(forWritingAtPath: "/dev/tty") ?? input
    }

    /// Whether a person at a terminal can reply to a question.
    var hasPerson: Bool { Terminal(input.fileDescriptor) != nil }

    /// The next line of the standard input, without its end; `nil` at the end of the input.
    func readLine() -> [UInt8]? { LineInput(input).next() }

    /// Replaces the last line at the terminal.
    func overwrite(_ text: TerminalText) {
        // Without wrapping (DECAWM): in a narrow window, the line stays one line.
        try? errors.write(contentsOf: Data("\r\u{1b}[K\u{1b}[?7l\(text.text)\u{1b}[?7h".utf8))
    }

    private func write(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data((text + "\n").utf8))
    }

    /// The standard input, for a command that reads it in pieces.
    var standardInput: FileHandle { input }

    /// Writes bytes for a program to the standard output, as they are.
    ///
    /// - Throws: `CommandFailure`, for example if the disk is full.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        do {
            try output.write(contentsOf: Data(bytes))
        } catch {
            // Own texts.
            let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let text = reason.map { SystemErrorText.text(of: Int32($0.code)) } ?? error.localizedDescription
            throw CommandFailure("the standard output cannot be written: \(text)")
        }
    }
}
