import CardeaLogging
import CardeaServer

// The examples on the pages of CardeaServer.
private struct Program {
    func run() async throws {
        // EXAMPLE Embedding
        var configuration = CardeaServer.Configuration()
        configuration.data = "/var/lib/myapp/identity"
        configuration.port = 0

        let server = try await CardeaServer.start(configuration) { greeting in
            print(greeting)
        }
        print("listening on port \(server.port)")
        // ...
        await server.shutdown()
        // END
    }
}

// EXAMPLE OwnLog
/// Gives the lines of the server to the log of the program.
struct ProgramLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(
        level: Logger.Level,
        message: Logger.Message,
        metadata: Logger.Metadata?,
        source: String,
        file: String,
        function: String,
        line: UInt
    ) {
        let values = (metadata ?? [:]).merging(metadataProvider?.get() ?? [:]) { line, _ in line }
        print(level, message, values)
    }
}
// END

private func start(_ configuration: CardeaServer.Configuration) async throws {
    // EXAMPLE OwnLogger
    let logger = Logger(label: "identity") { _ in ProgramLog() }
    let server = try await CardeaServer.start(configuration, logger: logger)
    // END
    await server.shutdown()
}
