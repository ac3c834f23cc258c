package import Foundation
import CardeaEncodings

/// Writes each line as a JSON object with `ts`, `level`, `msg` and the fields.
///
///     {"ts":"2026-01-02T03:04:05.678Z","level":"info","msg":"listening","port":8080}
///
/// A thread of its own does the writing: who logs never waits for the file. What its reader does not take in time is
/// dropped, and a line says how much it was.
package final class JSONLinesSink: LogSink {
    private let queue: LogQueue
    private let now: @Sendable () -> Date

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - output: Where the lines go; what cannot be written there is lost.
    ///   - limit: How many bytes may wait for the file's reader.
    ///   - now: The time of day.
    package init(
        _ output: sending FileHandle,
        limit: Int = 1 << 20,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.now = now
        queue = LogQueue(output, limit: limit) { dropped in
            let time = #"{"ts":"\#(InternetTime.text(of: now()))""#
            let members = Self.members(.warning, "log lines dropped", [("count", .integer(Int64(dropped)))])
            return Array(time.utf8) + members + Array("}\n".utf8)
        }
    }

    deinit { queue.close() }

    package func write(
        _ level: Logger.Level,
        _ message: StaticString,
        _ fields: [(StaticString, Logger.Value)]
    ) {
        let members = Self.members(level, message, fields)
        queue.append(at: now().milliseconds, isUrgent: level >= .notice) { $0 += members }
    }

    package func access(_ entry: AccessLogEntry) {
        queue.append(at: now().milliseconds, isUrgent: false) { entry.write(to: &$0) }
    }

    package var droppedLines: Int { queue.droppedInAll }

    package func flush(within time: Duration) {
        let milliseconds = time / .milliseconds(1)
        queue.flush(within: .milliseconds(Int(milliseconds)))
    }

    /// The members of a line behind the time, each after a comma.
    private static func members(
        _ level: Logger.Level,
        _ message: StaticString,
        _ fields: [(StaticString, Logger.Value)]
    ) -> ArraySlice<UInt8> {
        var json = JSONText()
        json.object { json in
            json.member("level", level.rawValue)
            json.member("msg", message.description)
            for (name, value) in fields {
                json.name(name)
                switch value {
                case .string(let text): json.string(text)
                case .integer(let number): json.integer(number)
                case .boolean(let flag): json.boolean(flag)
                }
            }
        }
        var members = json.bytes
        members[0] = UInt8(ascii: ",")
        return members.dropLast()
    }
}
