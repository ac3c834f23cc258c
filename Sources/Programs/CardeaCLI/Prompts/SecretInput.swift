import CardeaSecrets
import Foundation
import CardeaOperatingSystem

/// A secret that a command reads: from a terminal, where it is not shown, from a pipe or from a file.
struct SecretInput {
    /// The file; `nil` for the standard input.
    let path: String?
    /// The option that names the file.
    let option: String

    /// Reads a new password: the first line, or what a person types twice.
    ///
    /// - Throws: `UsageError` if the line is empty or not UTF-8, or the file cannot be read.
    func newPassword(_ console: Console) throws(UsageError) -> Secret {
        try secret(console) { $0.newPassword() }
    }

    /// Reads a secret that exists already: the first line, or what a person types once.
    ///
    /// - Throws: `UsageError` if the line is empty or not UTF-8, or the file cannot be read.
    func secret(_ console: Console, name: TerminalText) throws(UsageError) -> Secret {
        try secret(console) { $0.line("\(name.text): ") ?? [] }
    }

    /// Whether a person types the secret.
    static func isTyped(_ path: String) -> Bool {
        guard let file = try? FileHandle.reading(path) else { return false }
        return Terminal(file.fileDescriptor) != nil
    }

    private func secret(
        _ console: Console,
        _ ask: (SecretPrompt) -> [UInt8]
    ) throws(UsageError) -> Secret {
        let lines = LineInput(try file(console))
        let terminal = Terminal(lines.file.fileDescriptor)
        let line = terminal.map { ask(SecretPrompt(terminal: $0, console: console, readLine: lines.next)) }
        let bytes = line ?? lines.next() ?? []
        guard !bytes.isEmpty else {
            throw UsageError(
                path.map { "\(option): the first line of '\($0)' is empty" }
                    ?? "the password is missing: type it, or write it to the standard input"
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError(
                path == nil ? "the password is not UTF-8" : "\(option): '\(path ?? "")' is not UTF-8"
            )
        }
        return Secret(text)
    }

    private func file(_ console: Console) throws(UsageError) -> FileHandle {
        guard let path else { return console.standardInput }
        do throws(FileError) { return try .reading(path) } catch { throw UsageError("\(option): \(error)") }
    }
}

/// Reads lines, and nothing behind the end of a line: a terminal or a pipe may have more for somebody else.
struct LineInput {
    private static let longestLine = 65_536

    let file: FileHandle

    init(_ file: FileHandle) { self.file = file }

    /// The next line without its end; `nil` at the end of the input.
    func next() -> [UInt8]? {
        var line: [UInt8] = []
        while line.count < Self.longestLine {
            guard let byte = try? file.read(upToCount: 1)?.first else { return line.isEmpty ? nil : line }
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }
}
