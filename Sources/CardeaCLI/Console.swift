import CardeaOperatingSystem
package import Foundation

/// Where a command reads and writes.
package struct Console {
    private let input: FileHandle
    private let output: FileHandle
    private let errors: FileHandle
    /// The environment variables.
    package let environment: [String: String]

    package init(
        input: FileHandle = .standardInput,
        output: FileHandle = .standardOutput,
        errors: FileHandle = .standardError,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.input = input
        self.output = output
        self.errors = errors
        self.environment = environment
    }

    /// Writes one line, or several, for a person.
    func print(_ text: TerminalText) { write(text.text, to: output) }

    /// Writes a text for a program, as it is.
    func print(program text: String) { try? output.write(contentsOf: Data(text.utf8)) }

    /// The number of columns of the terminal that shows the output; `nil` if no terminal does.
    var terminalWidth: Int? { Terminal(output.fileDescriptor)?.width }

    /// The width of a line of the output.
    var width: Int { terminalWidth ?? HelpText.standardWidth }

    /// Writes JSON for a program.
    func print(json: String) { write(TerminalText.escapeJSON(json), to: output) }

    /// Writes an error message.
    func printError(_ text: TerminalText) { write(text.text, to: errors) }

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
    func write(_ bytes: [UInt8]) throws { try output.write(contentsOf: Data(bytes)) }

    /// Everything that is left of the standard input, up to a bound that no sensible input reaches.
    package func readInput(upTo count: Int = 65_536) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let chunk = try? input.read(upToCount: count - bytes.count), !chunk.isEmpty
        {
            bytes += chunk
        }
        return bytes
    }
}
