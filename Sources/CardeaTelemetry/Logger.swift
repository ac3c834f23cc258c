/// Writes structured log lines.
///
/// A value that is secret has no business here: no tokens, passwords, codes, or whole addresses.
package struct Logger: Sendable {
    package enum Level: String, Sendable, Comparable, CaseIterable {
        case debug, info, notice, warning, error

        package static func < (a: Level, b: Level) -> Bool { a.severity < b.severity }

        private var severity: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .notice: 2
            case .warning: 3
            case .error: 4
            }
        }
    }

    package enum Value: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByBooleanLiteral
    {
        case string(String)
        case integer(Int64)
        case boolean(Bool)

        package init(stringLiteral value: String) { self = .string(value) }
        package init(integerLiteral value: Int64) { self = .integer(value) }
        package init(booleanLiteral value: Bool) { self = .boolean(value) }
    }

    /// The id of the request that the present task works on: it stands first in every line of the task.
    @TaskLocal package static var request: String?

    package let level: Level
    private let sink: any LogSink

    package init(level: Level = .info, sink: any LogSink) {
        self.level = level
        self.sink = sink
    }

    /// Writes one line, if its level is written at all.
    ///
    /// - Parameters:
    ///   - level: How much it matters.
    ///   - message: What happened, the same words each time.
    ///   - fields: What it happened to, in order.
    package func log(
        _ level: Level,
        _ message: StaticString,
        _ fields: @autoclosure () -> [(StaticString, Value)] = []
    ) {
        guard level >= self.level else { return }
        let request = Self.request.map { [("request", Value.string($0))] as [(StaticString, Value)] } ?? []
        sink.write(level, message, request + fields())
    }

    /// Writes the line of a request, if its level is written at all.
    package func access(_ entry: AccessLogEntry) {
        if entry.level >= level { sink.access(entry) }
    }

    /// How many lines were lost because nobody read the log.
    package var droppedLines: Int { sink.droppedLines }

    /// Waits until all lines have been written, but not longer than a time.
    package func flush(within time: Duration) {
        sink.flush(within: time)
    }
}

/// Takes log lines to where they are kept.
package protocol LogSink: Sendable {
    func write(_ level: Logger.Level, _ message: StaticString, _ fields: [(StaticString, Logger.Value)])

    /// Writes the line of a request: the same as `write` with the entry's fields, but on the hot path.
    func access(_ entry: AccessLogEntry)

    /// How many lines were lost because nobody read the log.
    var droppedLines: Int { get }

    /// Waits until all lines have been written, but not longer than a time.
    func flush(within time: Duration)
}

extension LogSink {
    package func access(_ entry: AccessLogEntry) { write(entry.level, "request", entry.fields) }

    /// Lines that are kept at once are not lost, and need no waiting.
    package var droppedLines: Int { 0 }
    package func flush(within time: Duration) {}
}

/// Drops every line.
package struct NullLogSink: LogSink {
    package init() {}
    package func write(
        _ level: Logger.Level,
        _ message: StaticString,
        _ fields: [(StaticString, Logger.Value)]
    ) {}
}
