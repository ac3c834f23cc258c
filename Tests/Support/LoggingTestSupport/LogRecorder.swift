import CardeaLocks
package import CardeaLogging

/// Keeps the lines of its loggers.
package final class LogRecorder: Sendable {
    /// A line with all its metadata.
    package struct Line: Sendable, Equatable {
        package let level: Logger.Level
        package let message: String
        package let metadata: Logger.Metadata
    }

    private let kept = Mutex<[Line]>([])

    package init() {}

    /// The lines so far.
    package var lines: [Line] { kept.withLock { $0 } }

    /// A logger whose lines are kept here.
    package var logger: Logger { logger() }

    /// Creates a logger whose lines are kept here.
    ///
    /// - Parameters:
    ///   - level: The least severe level that is kept.
    ///   - metadataProvider: The source of metadata that depends on the current task.
    /// - Returns: The logger.
    package func logger(
        level: Logger.Level = .info,
        metadataProvider: Logger.MetadataProvider? = nil
    ) -> Logger {
        Logger(label: "test") { _ in
            Handler(metadataProvider: metadataProvider, logLevel: level, recorder: self)
        }
    }

    private struct Handler: LogHandler {
        var metadataProvider: Logger.MetadataProvider?
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level
        let recorder: LogRecorder

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
            let line = Line(level: level, message: message.description, metadata: merged(with: metadata))
            recorder.kept.withLock { $0.append(line) }
        }
    }
}

extension Logger {
    /// A logger that drops every line.
    package static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
