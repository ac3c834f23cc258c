import BareServers
import Foundation

/// This program once more, as a server that prints its port; it ends with this one.
final class SelfProcess {
    let port: UInt16
    let base: URL
    let figures: ProcessFigures
    private let process = Process()
    private let input = Pipe()

    /// Starts the server that a command names, and waits until it listens.
    init(_ command: String) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [command]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = UInt16(line.dropLast()), let base = URL(string: "http://127.0.0.1:\(port)") else {
            throw BenchmarkError("the server '\(command)' did not become ready")
        }
        (self.port, self.base) = (port, base)
        figures = ProcessFigures(identifier: process.processIdentifier)
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
