package import Foundation
import Encodings
import Locks

/// Writes each line as a JSON object with `ts`, `level`, `msg` and the fields, in one piece.
///
///     {"ts":"2026-01-02T03:04:05.678Z","level":"info","msg":"listening","port":8080}
package final class JSONLinesSink: LogSink {
    private let output: Mutex<FileHandle>
    private let now: @Sendable () -> Date

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - output: Where the lines go; what cannot be written there is lost, and nobody waits for it.
    ///   - now: The time of day.
    package init(_ output: sending FileHandle, now: @escaping @Sendable () -> Date = { Date() }) {
        self.output = Mutex(output)
        self.now = now
    }

    package func write(
        _ level: Logger.Level,
        _ message: StaticString,
        _ fields: [(StaticString, Logger.Value)]
    ) {
        var json = JSONText()
        json.object { json in
            json.member("ts", InternetTime.text(of: now()))
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
        let line = Data(json.bytes + [UInt8(ascii: "\n")])
        output.withLock { try? $0.write(contentsOf: line) }
    }
}
