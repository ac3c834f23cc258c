package import Foundation
import CardeaEncodings

/// Writes each line as a JSON object with `ts`, `level`, `msg` and the metadata.
///
///     {"ts":"2026-01-02T03:04:05.678Z","level":"info","msg":"listening","port":8080}
///
/// A thread of its own writes to the file. Code that logs never waits for the file. If the reader of the file is too slow,
/// lines are dropped, and a line says how many.
package final class LogWriter: Sendable {
    private let queue: LogQueue
    private let now: @Sendable () -> Date
    private let hasPriorities: Bool

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - output: The file. Lines that cannot be written are lost.
    ///   - hasPriorities: Whether each line begins with its priority as `<4>`, for systemd's journal (sd-daemon(3)).
    ///   - limit: The largest number of bytes that may wait for the file.
    ///   - now: The time of day.
    package init(
        _ output: sending FileHandle,
        hasPriorities: Bool = false,
        limit: Int = 1 << 20,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.now = now
        self.hasPriorities = hasPriorities
        queue = LogQueue(output, limit: limit) { dropped in
            let time = #"{"ts":"\#(InternetTime.text(milliseconds: now().milliseconds))""#
            let members = JSONLine.members(
                .warning,
                "log lines dropped",
                ["count": .stringConvertible(dropped)]
            )
            let prefix = hasPriorities ? "\(Logger.Level.warning.priority)" : ""
            return Array((prefix + time).utf8) + members + Array("}\n".utf8)
        }
    }

    deinit { queue.close() }

    /// The number of lines that were dropped since the start.
    package var droppedLines: Int { queue.droppedInAll }

    /// Waits until all lines are written, but not longer than a time.
    package func flush(within time: Duration) {
        let milliseconds = time / .milliseconds(1)
        queue.flush(within: .milliseconds(Int(milliseconds)))
    }

    func write(_ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata) {
        let members = JSONLine.members(level, message, metadata)
        queue.append(at: now().milliseconds, prefix: prefix(level), isUrgent: level >= .notice) {
            $0 += members
        }
    }

    func write(_ entry: AccessLogEntry) {
        queue.append(at: now().milliseconds, prefix: prefix(entry.level), isUrgent: false) {
            entry.write(to: &$0)
        }
    }

    private func prefix(_ level: Logger.Level) -> StaticString { hasPriorities ? level.priority : "" }
}

extension Date {
    /// Whole milliseconds since 1970.
    fileprivate var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded(.down)) }
}
