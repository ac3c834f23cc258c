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
///
/// The file has its name only when all users are in it.
struct UserOutput {
    private let path: String?
    private let draft: NewFile?
    private let console: Console

    /// - Throws: `CommandFailure` if the file, or its draft, exists or cannot be created.
    init(_ path: String?, _ console: Console) throws(CommandFailure) {
        self.console = console
        self.path = path
        guard let path else {
            draft = nil
            return
        }
        do throws(FileError) {
            if try FileStatus(of: path) != nil { throw FileError(path, code: EEXIST) }
            draft = try NewFile(at: path + ".partial")
        } catch {
            let hint =
                error.code == EEXIST && error.path != path
                ? ". An export that was stopped has left it: delete it, unless another export is running" : ""
            throw CommandFailure("the file is not created: \(error)\(hint)")
        }
    }

    func write(_ bytes: [UInt8]) throws {
        if let draft { return try draft.write(bytes) }
        // Names of users may hold what a terminal would obey (security 31).
        guard isatty(STDOUT_FILENO) == 1 else { return try console.write(bytes) }
        try console.write(Array(TerminalText.escapeJSON(String(decoding: bytes, as: UTF8.self)).utf8))
    }

    /// Gives the file its name: all users are in it.
    func finish() throws {
        if let path { try draft?.publish(as: path) }
    }

    /// Deletes a file that is not complete.
    func remove() {
        if let draft { try? PrivateFile.remove(draft.path) }
    }
}
