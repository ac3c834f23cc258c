import CardeaEncodings
import Foundation
import CardeaTelemetry
import Testing

@Suite("Logging")
struct LoggerTests {
    @Test(
        "Levels below the logger's are not written, nor their fields made",
        arguments: Logger.Level.allCases
    )
    func levels(level: Logger.Level) {
        let sink = CapturingLogSink()
        let logger = Logger(level: level, sink: sink)
        for written in Logger.Level.allCases {
            logger.log(written, "event", [("at", .string(written.rawValue))])
        }
        let expected = Logger.Level.allCases.filter { $0 >= level }
        #expect(sink.lines.map(\.level) == expected)
        #expect(sink.lines.first?.fields == ["at": .string(level.rawValue)])
        func unwanted() -> [(StaticString, Logger.Value)] {
            Issue.record("The fields of a line that is not written were made")
            return []
        }
        if level > .debug { logger.log(.debug, "event", unwanted()) }
    }

    @Test("A line is one JSON object with time, level, message and fields in order")
    func line() throws {
        let text = try written { logger in
            logger.log(
                .info,
                "signed in",
                [("user", "a\"b\nc\u{1B}"), ("count", 7), ("new", true), ("big", .integer(.min))]
            )
        }
        #expect(
            text == """
                {"ts":"2026-01-02T03:04:05.678Z","level":"info","msg":"signed in","user":"a\\"b\\u000ac\\u001b",\
                "count":7,"new":true,"big":-9223372036854775808}

                """
        )
    }

    @Test("A value cannot break out of its line")
    func injection() throws {
        let text = try written { logger in
            logger.log(
                .error,
                "refused",
                [("agent", .string("x\"}\n{\"level\":\"info\",\"msg\":\"forged\"}"))]
            )
        }
        #expect(text.split(separator: "\n").count == 1)
        #expect(JSONValue(parsing: text.utf8)?["msg"] == .string("refused"))
    }

    @Test("Lines of many threads do not mix")
    func concurrently() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID())")
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: file) }
        // A limit that a slow disk cannot reach.
        let logger = Logger(sink: JSONLinesSink(try FileHandle(forWritingTo: file), limit: 1 << 30))
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    let filler = String(repeating: "x", count: 2000 * index)
                    for _ in 0..<100 { logger.log(.info, "line", [("filler", .string(filler))]) }
                }
            }
        }
        logger.flush(within: .seconds(60))
        let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 800)
        #expect(lines.allSatisfy { JSONValue(parsing: $0)?["msg"] == .string("line") })
    }

    @Test("A sink that cannot be written to is no trouble")
    func brokenSink() throws {
        let handle = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        Logger(sink: JSONLinesSink(handle)).log(.error, "lost")
    }

    @Test("Whoever logs never waits for a reader that stalls, and dropped lines are counted")
    func stalledReader() throws {
        // security M4
        let pipe = Pipe()
        let logger = Logger(sink: JSONLinesSink(pipe.fileHandleForWriting, limit: 100_000))
        for index in 0..<5_000 { logger.log(.info, "line", [("index", .integer(Int64(index)))]) }
        logger.flush(within: .milliseconds(1))

        var (text, read, dropped) = ("", 0, 0)
        while read + dropped < 5_000 {
            text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
            while let end = text.firstIndex(of: "\n") {
                let line = try #require(JSONValue(parsing: text[..<end].utf8))
                text.removeSubrange(...end)
                if line["msg"] == .string("line") { read += 1 }
                if case .integer(let count)? = line["count"] { dropped += Int(count) }
            }
        }
        #expect(dropped > 0)
        #expect(read + dropped == 5_000)
    }

    @Test(
        "Times are those of RFC 3339 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.000Z"),
            (1_709_251_199, "2024-02-29T23:59:59.000Z"), (4_107_542_400, "2100-03-01T00:00:00.000Z"),
            (-2_203_891_200, "1900-03-01T00:00:00.000Z"), (253_402_300_799, "9999-12-31T23:59:59.000Z"),
        ]
    )
    func times(seconds: Double, text: String) throws {
        let line = try written(at: Date(timeIntervalSince1970: seconds)) { $0.log(.info, "tick") }
        #expect(JSONValue(parsing: line.utf8)?["ts"] == .string(text))
    }

    private func written(
        at date: Date = Date(timeIntervalSince1970: 1_767_323_045.678_9),
        _ log: (Logger) -> Void
    ) throws -> String {
        let pipe = Pipe()
        let logger = Logger(sink: JSONLinesSink(pipe.fileHandleForWriting, now: { date }))
        log(logger)
        logger.flush(within: .seconds(60))
        try pipe.fileHandleForWriting.close()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}
