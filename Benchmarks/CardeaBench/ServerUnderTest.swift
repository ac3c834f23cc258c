import BareServers
import Foundation

/// `cardea serve` on a data directory of its own, with its access log written to a file.
final class ServerUnderTest {
    let base: URL
    let port: UInt16
    let apiKey: String
    let figures: ProcessFigures
    /// Seconds from the start of the process to the line that says it is ready.
    let secondsToReady: Double
    private let process: Process
    private let directory: URL
    private let program: URL

    /// Starts the server on a free port and waits until it is ready.
    ///
    /// - Parameters:
    ///   - directory: The data directory; it is made when it does not exist.
    ///   - program: The program; the one built beside this one by default.
    ///   - arguments: Further arguments of `cardea serve`.
    /// - Throws: When the server does not become ready.
    init(in directory: URL, program: URL = ServerUnderTest.program, _ arguments: [String] = []) throws {
        (self.directory, self.program) = (directory, program)
        let log = URL(fileURLWithPath: directory.path + ".log")
        try Data().write(to: log)
        process = Process()
        process.executableURL = program
        process.arguments = ["serve", "--data", directory.path, "--port", "0"] + arguments
        process.standardOutput = try FileHandle(forWritingTo: log)
        let start = ContinuousClock.now
        try process.run()
        // In JSON since the standard output need not be a terminal; releases before 0.2 print a line of text.
        let ready = #/(?:ready at |"msg":"greeting".*"url":")(http[^\s"]+:(\d+))[\s"]/#
        var text = ""
        while text.firstMatch(of: ready) == nil {
            guard process.isRunning else { throw BenchmarkError("the server did not become ready") }
            usleep(500)
            text = try String(contentsOf: log, encoding: .utf8)
        }
        secondsToReady = Double((ContinuousClock.now - start).nanoseconds) / 1e9
        guard let match = text.firstMatch(of: ready), let base = URL(string: String(match.1)),
            let port = UInt16(match.2)
        else { throw BenchmarkError("the server printed no address") }
        (self.base, self.port) = (base, port)
        figures = ProcessFigures(identifier: process.processIdentifier)
        apiKey = try Self.apiKey(in: directory, program)
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// Changes a setting of the project.
    func set(_ setting: String, _ value: String) throws { try command(["project", "set", setting, value]) }

    /// Runs a command on the data directory.
    ///
    /// - Returns: The output of the command.
    /// - Throws: When it fails.
    @discardableResult
    func command(_ words: [String]) throws -> Data { try Self.command(words, in: directory, program) }

    /// The program `cardea`, as built beside this one.
    static let program = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath()
        .deletingLastPathComponent()
        .appendingPathComponent("cardea")

    /// Lets all callers share one address, and sign up by the thousand; a baseline may know no limit on that.
    private static func apiKey(in directory: URL, _ program: URL) throws -> String {
        struct Shown: Decodable { let apiKey: String }
        try command(["project", "set", "newAccountsPerAddress", "0"], in: directory, program)
        let shown = try command(["project", "show", "--json"], in: directory, program)
        return try JSONDecoder().decode(Shown.self, from: shown).apiKey
    }

    @discardableResult
    private static func command(_ words: [String], in directory: URL, _ program: URL) throws -> Data {
        let (pipe, command) = (Pipe(), Process())
        command.executableURL = program
        command.arguments = words + ["--data", directory.path]
        command.standardOutput = pipe
        command.standardError = FileHandle.nullDevice
        try command.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        command.waitUntilExit()
        guard command.terminationStatus == 0 else {
            throw BenchmarkError("a command failed: \(words.joined(separator: " "))")
        }
        return output
    }
}
