/// Writes one line for each request.
///
/// If the handler writes JSON lines, its writer gets the entry itself, so that the hot path makes no dictionary. Other
/// handlers get a line with the same values as metadata.
package final class AccessLog: Sendable {
    private let logger: Logger
    private let level: Logger.Level
    private let writer: LogWriter?

    /// - Parameter logger: The logger of the lines. Its level and its metadata are those of this moment.
    package init(_ logger: Logger) {
        self.logger = logger
        level = logger.logLevel
        // Lines with metadata of the logger are written by the handler.
        writer = logger.handler.metadata.isEmpty ? (logger.handler as? JSONLinesLogHandler)?.writer : nil
    }

    /// Writes the line of a request if its level is severe enough.
    package func write(_ entry: AccessLogEntry) {
        guard entry.level >= level else { return }
        if let writer {
            writer.write(entry)
        } else {
            logger.log(level: entry.level, "request", metadata: entry.metadata)
        }
    }
}
