import Foundation
import Glibc
import Locks

/// A run of a program, whose output goes to files: nothing has to read along, and nothing is lost.
final class ChildProcess: Sendable {
    private let process: Mutex<Process>
    private let ended: AsyncStream<Int32>
    private let directory: TemporaryDirectory

    init(
        _ executable: String,
        _ arguments: [String],
        in directory: TemporaryDirectory,
        input: String = "",
        output: FileHandle? = nil,
        environment: [String: String] = [:]
    ) throws {
        self.directory = directory
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle(forReadingAtPath: try directory.file("stdin", input))
        process.standardOutput = try output ?? FileHandle(forWritingAtPath: directory.file("stdout", ""))
        process.standardError = FileHandle(forWritingAtPath: try directory.file("stderr", ""))
        let (ended, continuation) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            continuation.yield(process.terminationStatus)
            continuation.finish()
        }
        try process.run()
        self.ended = ended
        self.process = Mutex(process)
    }

    deinit { send(SIGKILL) }

    var output: String { text("stdout") }
    var errors: String { text("stderr") }
    var isRunning: Bool { process.withLock { $0.isRunning } }

    func send(_ signal: Int32) {
        process.withLock { process in
            if process.isRunning { kill(process.processIdentifier, signal) }
        }
    }

    /// Waits for its end; one caller gets the answer.
    func exitCode() async -> Int32 {
        for await code in ended { return code }
        return process.withLock { $0.terminationStatus }
    }

    private func text(_ name: String) -> String {
        let data = FileManager.default.contents(atPath: directory.path + "/" + name) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}
