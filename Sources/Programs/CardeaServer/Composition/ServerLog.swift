import CardeaHTTPRouting
import CardeaLogging
import CardeaOperatingSystem
import Foundation

/// The log of a server: a logger, and the writer of its lines if the server has its own.
struct ServerLog: Sendable {
    let logger: Logger
    private let writer: LogWriter?

    /// Creates a log from an embedder's logger.
    ///
    /// Its handler gets the ID of the current request as metadata, beside the metadata that it has.
    ///
    /// - Parameter logger: The logger.
    init(_ logger: Logger) {
        var logger = logger
        logger.handler.metadataProvider = .multiplex(
            [RequestIdentifiers.metadataProvider, logger.metadataProvider].compactMap(\.self)
        )
        self.logger = logger
        writer = nil
    }

    /// Creates a log of JSON lines.
    ///
    /// - Parameters:
    ///   - configuration: The configuration; it has the level.
    ///   - output: The file of the log.
    init(_ configuration: CardeaServer.Configuration, output: sending FileHandle) {
        let isJournal = JournalStream.contains(
            output.fileDescriptor,
            environment: ProcessInfo.processInfo.environment
        )
        let writer = LogWriter(output, hasPriorities: isJournal)
        let level = CardeaServer.Configuration.logLevel(named: configuration.logLevel) ?? .info
        var handler = JSONLinesLogHandler(writer, level: level)
        handler.metadataProvider = RequestIdentifiers.metadataProvider
        logger = Logger(label: "cardea") { [handler] _ in handler }
        self.writer = writer
    }

    /// The number of lines that were dropped because the log was not read.
    var droppedLines: Int { writer?.droppedLines ?? 0 }

    /// Waits until all lines are written, but not longer than a time.
    func flush(within time: Duration) { writer?.flush(within: time) }
}
