import Foundation

/// `cardea serve`, as built beside this program, on a data directory of its own.
final class ServerUnderTest {
    let base: URL
    let apiKey: String
    let figures: ProcessFigures
    /// Seconds from the start of the process to the line that says it is ready.
    let secondsToReady: Double
    private let process: Process
    private let output = Pipe()

    /// Starts the server on a free port and waits until it is ready.
    ///
    /// The data directory is made when it is not there.
    init(in directory: URL) throws {
        process = Process()
        process.executableURL = Self.program
        process.arguments = ["serve", "--data", directory.path, "--port", "0", "--log-level", "warning"]
        process.standardOutput = output
        let start = ContinuousClock.now
        try process.run()
        let printed = Self.read(
            from: output.fileHandleForReading,
            until: #""msg":"greeting""#,
            thenUntil: "\n"
        )
        secondsToReady = Double((ContinuousClock.now - start).nanoseconds) / 1e9
        let address = printed.firstMatch(of: #/"url":"([^"]+)"/#)?.1
        guard let address, let base = URL(string: String(address)) else {
            throw BenchmarkError("the server did not become ready")
        }
        self.base = base
        figures = ProcessFigures(identifier: process.processIdentifier)
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
        apiKey = try Self.apiKey(in: directory)
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        output.fileHandleForReading.readabilityHandler = nil
    }

    private static let program = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath()
        .deletingLastPathComponent()
        .appendingPathComponent("cardea")

    private static func read(from file: FileHandle, until first: String, thenUntil second: String) -> String {
        var text = ""
        while true {
            if let found = text.range(of: first),
                let end = text.range(of: second, range: found.upperBound..<text.endIndex)
            {
                return String(text[..<end.lowerBound])
            }
            let piece = file.availableData
            guard !piece.isEmpty else { return "" }
            text += String(decoding: piece, as: UTF8.self)
        }
    }

    private static func apiKey(in directory: URL) throws -> String {
        struct Shown: Decodable { let apiKey: String }
        let pipe = Pipe()
        let command = Process()
        command.executableURL = program
        // All callers share one address, and sign up by the thousand.
        command.arguments = [
            "project", "set", "newAccountsPerAddress", "0", "--data", directory.path, "--json",
        ]
        command.standardOutput = pipe
        try command.run()
        let text = pipe.fileHandleForReading.readDataToEndOfFile()
        command.waitUntilExit()
        return try JSONDecoder().decode(Shown.self, from: text).apiKey
    }
}

struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
