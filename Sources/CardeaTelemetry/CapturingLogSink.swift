import CardeaLocks

/// Keeps every line, for tests to look at.
package final class CapturingLogSink: LogSink {
    /// A line as it was logged.
    package struct Line: Sendable, Equatable {
        package let level: Logger.Level
        package let message: String
        package let fields: [String: Logger.Value]
    }

    private let kept = Mutex<[Line]>([])

    package init() {}

    package var lines: [Line] { kept.withLock { $0 } }

    package func write(
        _ level: Logger.Level,
        _ message: StaticString,
        _ fields: [(StaticString, Logger.Value)]
    ) {
        let values = fields.map { ($0.0.description, $0.1) }
        let line = Line(
            level: level,
            message: message.description,
            fields: Dictionary(values, uniquingKeysWith: { _, last in last })
        )
        kept.withLock { $0.append(line) }
    }
}
