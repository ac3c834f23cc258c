/// Gives lines to a `LogWriter`.
package struct JSONLinesLogHandler: LogHandler {
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    let writer: LogWriter

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - writer: The destination of the lines; handlers may share it.
    ///   - level: The least severe level that is logged.
    package init(_ writer: LogWriter, level: Logger.Level = .info) {
        self.writer = writer
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(
        level: Logger.Level,
        message: Logger.Message,
        metadata: Logger.Metadata?,
        source: String,
        file: String,
        function: String,
        line: UInt
    ) {
        writer.write(level, message, merged(with: metadata))
    }
}
