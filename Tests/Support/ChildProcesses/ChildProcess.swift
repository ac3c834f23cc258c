package import Foundation
import Glibc

/// A run of a program with its output in files: the test need not read it meanwhile, and nothing is lost.
package final class ChildProcess: Sendable {
    package let identifier: pid_t
    private let end = ProcessEnd()
    private let directory: TemporaryDirectory

    /// Starts a program; its input and output are files in the directory by default.
    package init(
        _ executable: String,
        _ arguments: [String],
        in directory: TemporaryDirectory,
        input: String = "",
        keyboard: Pipe? = nil,
        output: Pipe? = nil,
        environment: [String: String] = [:]
    ) throws {
        self.directory = directory
        func writing(_ name: String) throws -> FileHandle {
            try FileHandle(forWritingTo: URL(filePath: try directory.file(name, "")))
        }
        let files = [
            try keyboard?.fileHandleForReading
                ?? FileHandle(forReadingFrom: URL(filePath: directory.file("stdin", input))),
            try output?.fileHandleForWriting ?? writing("stdout"),
            try writing("stderr"),
        ]
        let identifier = try spawn(
            executable,
            arguments,
            environment: environment.merging(Sanitizer.options) { asked, _ in asked },
            StandardFiles(
                input: files[0].fileDescriptor,
                output: files[1].fileDescriptor,
                errors: files[2].fileDescriptor
            )
        )
        // The program has its own by now; an end that stayed open here would hide that the program closed it.
        for file in files { try file.close() }
        self.identifier = identifier
        Thread.detachNewThread { [end] in end.come(waitForEnd(of: identifier)) }
    }

    deinit { send(SIGKILL) }

    package var output: String { text("stdout") }
    package var errors: String { text("stderr") }

    /// The whole lines of the output behind an offset, which moves behind them.
    package func lines(behind offset: inout UInt64) throws -> [Substring] {
        let file = try FileHandle(forReadingFrom: URL(filePath: directory.path + "/stdout"))
        defer { try? file.close() }
        try file.seek(toOffset: offset)
        let data = try file.readToEnd() ?? Data()
        // A last line without its end is still being written.
        guard let end = data.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        offset += UInt64(end - data.startIndex + 1)
        return String(decoding: data[...end], as: UTF8.self).split(separator: "\n")
    }

    package var isRunning: Bool { end.exitCode == nil }

    package func send(_ signal: Int32) {
        end.unlessCome { kill(identifier, signal) }
    }

    /// Waits for the end; returns the exit code, or 128 plus the signal that ended the program.
    package func exitCode() async -> Int32 { await end.wait() }

    private func text(_ name: String) -> String {
        let data = FileManager.default.contents(atPath: directory.path + "/" + name) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}
