import CardeaAdminAPI
import CardeaIdentityService
import CardeaOperatingSystem
import Glibc

/// Gives users the form of a file.
protocol UserWriter {
    /// Messages for the person, when all users are written.
    var warnings: [String] { get }

    /// The users of some lines in Cardea's own form.
    mutating func bytes(of lines: [ArraySlice<UInt8>]) throws(CommandFailure) -> [UInt8]

    /// The text behind the last user.
    mutating func end() -> [UInt8]
}

/// Cardea's own form: the lines as the server sends them.
struct UserLineWriter: UserWriter {
    let warnings: [String] = []

    func bytes(of lines: [ArraySlice<UInt8>]) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            bytes += line
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    func end() -> [UInt8] { [] }

    /// The user of a line of the server.
    static func record(of line: ArraySlice<UInt8>) throws(CommandFailure) -> UserRecord {
        do {
            return try UserLine.record(of: line)
        } catch {
            throw CommandFailure(
                "the server sent a user that this program does not know: use programs of one version"
            )
        }
    }

    static func id(of line: ArraySlice<UInt8>) throws(CommandFailure) -> String { try record(of: line).id }
}

/// Where an export is written: a new file of mode 0600, or the standard output.
struct UserOutput {
    private let file: NewFile?
    private let console: Console

    init(_ path: String?, _ console: Console) throws(CommandFailure) {
        self.console = console
        guard let path else {
            file = nil
            return
        }
        do {
            file = try NewFile(at: path)
        } catch {
            throw CommandFailure("the file is not created: \(error)")
        }
    }

    func write(_ bytes: [UInt8]) throws {
        if let file { return try file.write(bytes) }
        // Names of users may hold what a terminal would obey (security 31).
        guard isatty(STDOUT_FILENO) == 1 else { return try console.write(bytes) }
        try console.write(Array(TerminalText.escapeJSON(String(decoding: bytes, as: UTF8.self)).utf8))
    }

    func synchronize() throws { try file?.synchronize() }

    /// Deletes a file that is not complete.
    func remove() {
        if let file { try? PrivateFile.remove(file.path) }
    }
}
