package import Foundation
import CardeaEncodings
import CardeaLocks

/// Writes each line as a JSON object with `ts`, `level`, `msg` and the fields.
///
///     {"ts":"2026-01-02T03:04:05.678Z","level":"info","msg":"listening","port":8080}
///
/// A thread of its own does the writing: who logs never waits for the file. What its reader does not take in time is
/// dropped, and a line says how much it was.
package final class JSONLinesSink: LogSink {
    private let queue: LogQueue
    private let now: @Sendable () -> Date
    private let second = Mutex<(second: Int, text: String)>((.min, ""))

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
            Self.line(
                InternetTime.text(of: now()),
                .warning,
                "log lines dropped",
                [("count", .integer(Int64(dropped)))]
            )
        }
    }

    deinit { queue.close() }

    package func write(
        _ level: Logger.Level,
        _ message: StaticString,
        _ fields: [(StaticString, Logger.Value)]
    ) {
        queue.append(Self.line(time(), level, message, fields), isUrgent: level >= .notice)
    }

    package var droppedLines: Int { queue.droppedInAll }

    package func flush(within time: Duration) {
        let milliseconds = time / .milliseconds(1)
        queue.flush(within: .milliseconds(Int(milliseconds)))
    }

    /// The present time; its text is made anew once a second.
    private func time() -> String {
        let date = now()
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded(.down))
        let present = milliseconds / 1000
        guard milliseconds >= 0 else { return InternetTime.text(of: date) }
        let text = second.withLock { second in
            if second.second != present {
                second = (present, String(InternetTime.text(of: date).dropLast(4)))
            }
            return second.text
        }
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        return "\(text)\(fraction)Z"
    }

    private static func line(
        _ time: String,
        _ level: Logger.Level,
        _ message: StaticString,
        _ fields: [(StaticString, Logger.Value)]
    ) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("ts", time)
            json.member("level", level.rawValue)
            json.member("msg", message.description)
            for (name, value) in fields {
                json.name(name.description)
                switch value {
                case .string(let text): json.string(text)
                case .integer(let number): json.integer(number)
                case .boolean(let flag): json.boolean(flag)
                }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}
