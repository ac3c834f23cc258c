import CardeaLogging
import CardeaMetrics
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

// EXAMPLE OwnMetrics
/// Gives the values of the server to the metrics of the program.
struct ProgramMetrics: MetricsFactory {
    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        ProgramMetric(label, dimensions)
    }

    func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler { ProgramMetric(label, dimensions) }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        ProgramMetric(label, dimensions)
    }
}

/// One metric, which several threads call; it should return at once.
final class ProgramMetric: CounterHandler, RecorderHandler, TimerHandler {
    private let name: String

    init(_ label: String, _ dimensions: [(String, String)]) {
        name = ([label] + dimensions.map { "\($0)=\($1)" }).joined(separator: " ")
    }

    func increment(by amount: Int64) { print(name, "+", amount) }
    func reset() { print(name, "=", 0) }
    func record(_ value: Int64) { print(name, "=", value) }
    func record(_ value: Double) { print(name, "=", value) }
    func recordNanoseconds(_ duration: Int64) { print(name, "=", duration, "ns") }
}
// END

private func measure(_ configuration: CardeaServer.Configuration) async throws {
    // EXAMPLE OwnMetricsFactory
    let server = try await CardeaServer.start(configuration, metrics: ProgramMetrics())
    // END
    await server.shutdown()
}
