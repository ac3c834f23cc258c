import ChildProcesses
import Foundation
import Testing

/// A server whose log goes into a pipe, for tests that stop reading it.
struct PipedServer {
    let process: ChildProcess
    let log: Pipe
    /// The log up to the line that says that the server is ready.
    let firstLines: String

    /// Starts a server with its data in a directory, and reads its log until it is ready.
    init(in directory: TemporaryDirectory) throws {
        log = Pipe()
        process = try ChildProcess(
            Program.path,
            ["serve", "--data", try directory.file("data"), "--port", "0"],
            in: directory,
            output: log
        )
        var read = ""
        while !read.contains(#""msg":"ready""#) {
            let more = log.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the server ended: \(process.errors)")
            read += String(decoding: more, as: UTF8.self)
        }
        firstLines = read
    }
}
