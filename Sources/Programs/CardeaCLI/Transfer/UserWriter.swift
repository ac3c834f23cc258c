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
}

/// Where an export is written: a file of mode 0600, or the standard output.
///
/// The file has its name only when all users are in it.
struct UserOutput {
    private let path: String?
    private let draft: NewFile?
    private let console: Console
    /// The users that a stopped export has written: their number, and the last one.
    let former: (count: Int, last: UserRecord?)

    /// - Parameters:
    ///   - path: The new file; `nil` for the standard output.
    ///   - continuing: Whether the draft of an export that was stopped is continued.
    ///   - console: Gives the standard output.
    /// - Throws: `CommandFailure` if the file exists, or if its draft exists and may not be continued, or is damaged.
    init(_ path: String?, continuing: Bool, _ console: Console) throws(CommandFailure) {
        self.console = console
        self.path = path
        guard let path else {
            draft = nil
            former = (0, nil)
            return
        }
        let name = path + ".partial"
        do {
            if try FileStatus(of: path) != nil { throw FileError(path, code: EEXIST) }
            let draft = try continuing ? NewFile(continuing: name) : NewFile(at: name)
            let lines = try draft.keepWholeLines()
            former = (lines.count, lines.count == 0 ? nil : try UserLineWriter.record(of: lines.last[...]))
            self.draft = draft
        } catch let error as FileError {
            let hint =
                switch error.code {
                case EWOULDBLOCK: ". Another export is running"
                // Own texts.
                case EEXIST where error.path == name:
                    ". An export that was stopped has left it: delete it, or continue it with --continue (form jsonl)"
                default: ""
                }
            throw CommandFailure("the file is not created: \(error)\(hint)")
        } catch {
            throw CommandFailure("\(name) cannot be continued: its last line is no user. Delete it")
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

    /// Keeps or deletes a file that is not complete.
    ///
    /// - Parameter keeping: Whether the file can be continued. One without a user is deleted in any case.
    /// - Returns: Whether there is something to continue.
    func abandon(keeping: Bool) -> Bool {
        guard let draft else { return false }
        if keeping, let status = try? FileStatus(of: draft.path), status.size > 0 { return true }
        try? PrivateFile.remove(draft.path)
        return false
    }
}
