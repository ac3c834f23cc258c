import CardeaCLI
import CardeaServer
import ChildProcesses
import Foundation

/// A data directory that no server uses, and commands on it.
struct OfflineServer {
    let directory: TemporaryDirectory
    let configuration: CardeaServer.Configuration

    /// Creates a data directory with its project.
    ///
    /// - Parameters:
    ///   - directory: Where it lies; defaults to a new one.
    ///   - settings: Further settings of the configuration file, in JSON5.
    /// - Throws: If the directory cannot be created, or the server does not start.
    init(in directory: TemporaryDirectory? = nil, settings: String = "") async throws {
        let directory = try directory ?? TemporaryDirectory()
        self.directory = directory
        let file = try directory.file(
            "cardea.json5",
            #"{ data: "\#(directory.path)/data", port: 0, logLevel: "error", \#(settings) }"#
        )
        configuration = try .load(environment: [:], file: file)
        await (try CardeaServer.start(configuration)).shutdown()
    }

    /// Runs a command line.
    func run(_ words: String...) async throws -> (code: Int32, output: String, errors: String) {
        try await run(words: words)
    }

    func run(words: [String]) async throws -> (code: Int32, output: String, errors: String) {
        let (output, errors) = (try directory.file("output", ""), try directory.file("errors", ""))
        let code = await Program.run(
            words + ["--config", directory.path + "/cardea.json5"],
            Console(
                input: .nullDevice,
                output: try FileHandle(forWritingTo: URL(filePath: output)),
                errors: try FileHandle(forWritingTo: URL(filePath: errors)),
                environment: [:]
            )
        )
        return (
            code, try String(contentsOfFile: output, encoding: .utf8),
            try String(contentsOfFile: errors, encoding: .utf8)
        )
    }

    func text(of file: String) throws -> String {
        try String(contentsOfFile: directory.path + "/" + file, encoding: .utf8)
    }
}
