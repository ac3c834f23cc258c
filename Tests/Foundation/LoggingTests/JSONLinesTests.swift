import CardeaEncodings
import CardeaLogging
import Foundation
import Testing

@Suite("JSON lines")
struct JSONLinesTests {
    @Test("a line is one JSON object with time, level, message and the metadata in the order of its keys")
    func line() throws {
        let text = try written { logger in
            logger.info(
                "signed in",
                metadata: [
                    "user": "a\"b\nc\u{1B}", "count": .stringConvertible(7), "new": .stringConvertible(true),
                    "big": .stringConvertible(Int64.min), "time": .stringConvertible(Duration.seconds(1)),
                    "list": ["a", .stringConvertible(1)], "nested": ["b": "2", "a": ["deep": "1"]],
                ]
            )
        }
        #expect(
            text == """
                {"ts":"2026-01-02T03:04:05.678Z","level":"info","msg":"signed in","big":-9223372036854775808,\
                "count":7,"list":["a",1],"nested":{"a":{"deep":"1"},"b":"2"},"new":true,"time":"1.0 seconds",\
                "user":"a\\"b\\u000ac\\u001b"}

                """
        )
    }

    @Test("the access log writes the same values directly and by the handler")
    func accessLog() throws {
        let entry = AccessLogEntry(
            request: "r1",
            method: "GET",
            route: "/a\"b",
            status: 500,
            nanoseconds: 1_234_567,
            bytes: 5,
            remote: "192.0.2.1"
        )
        var whole = entry
        (whole.project, whole.app, whole.code) = ("demo", "cda_1", "INVALID_PASSWORD")
        (whole.reason, whole.limit, whole.path) = ("It is \"wrong\".", "failuresPerUser", "/a\u{1}")
        for entry in [entry, whole] { try compare(entry) }
    }

    private func compare(_ entry: AccessLogEntry) throws {
        let direct = try written { AccessLog($0).write(entry) }
        let indirect = try written { logger in
            var logger = logger
            logger[metadataKey: "node"] = "a"
            AccessLog(logger).write(entry)
        }
        let expected = try #require(JSONValue(parsing: indirect.utf8)?.object)
        let members = try #require(JSONValue(parsing: direct.utf8)?.object)
        #expect(expected["node"] == .string("a"))
        #expect(members["microseconds"] == .integer(1234))
        #expect(members.count == expected.count - 1)
        for (name, value) in members { #expect(expected[name] == value) }
        let quiet = try written { logger in
            var logger = logger
            logger.logLevel = .critical
            AccessLog(logger).write(entry)
        }
        #expect(quiet.isEmpty)
    }

    @Test("a value cannot end its line")
    func injection() throws {
        let text = try written { logger in
            logger.error("rejected", metadata: ["agent": "x\"}\n{\"level\":\"info\",\"msg\":\"forged\"}"])
        }
        #expect(text.split(separator: "\n").count == 1)
        #expect(JSONValue(parsing: text.utf8)?["msg"] == .string("rejected"))
    }

    @Test("a value has escapes for characters that end a line or turn text around elsewhere (security 31)")
    func controls() throws {
        let text = try written { logger in
            logger.error("rejected", metadata: ["a": "b\u{85}\u{9b}\u{2028}\u{202e}\u{7f}é"])
        }
        let expected: JSONValue = .string(#"b\u{85}\u{9b}\u{2028}\u{202e}\u{7f}é"#)
        #expect(JSONValue(parsing: text.utf8)?["a"] == expected, "\(text)")
    }

    @Test("lines of many threads do not mix")
    func concurrently() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID())")
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: file) }
        // A slow disk cannot reach this limit.
        let writer = LogWriter(try FileHandle(forWritingTo: file), limit: 1 << 30)
        let logger = Logger(label: "test") { _ in JSONLinesLogHandler(writer) }
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    let filler = String(repeating: "x", count: 2000 * index)
                    for _ in 0..<100 { logger.info("line", metadata: ["filler": .string(filler)]) }
                }
            }
        }
        writer.flush(within: .seconds(60))
        let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 800)
        #expect(lines.allSatisfy { JSONValue(parsing: $0)?["msg"] == .string("line") })
    }

    @Test("a file that cannot be written to stops nothing")
    func brokenFile() throws {
        let writer = LogWriter(try #require(FileHandle(forReadingAtPath: "/dev/null")))
        Logger(label: "test") { _ in JSONLinesLogHandler(writer) }.error("lost")
        writer.flush(within: .seconds(60))
    }

    @Test("a logger does not wait for a reader that stalls, and dropped lines are counted (security 29)")
    func stalledReader() throws {
        let pipe = Pipe()
        let writer = LogWriter(pipe.fileHandleForWriting, limit: 100_000)
        let logger = Logger(label: "test") { _ in JSONLinesLogHandler(writer) }
        for index in 0..<5_000 { logger.info("line", metadata: ["index": .stringConvertible(index)]) }
        writer.flush(within: .milliseconds(1))

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
        "the time of a line is that of RFC 3339 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.000Z"),
            (1_709_251_199, "2024-02-29T23:59:59.000Z"), (4_107_542_400, "2100-03-01T00:00:00.000Z"),
            (-2_203_891_200, "1900-03-01T00:00:00.000Z"), (253_402_300_799, "9999-12-31T23:59:59.000Z"),
        ]
    )
    func times(seconds: Double, text: String) throws {
        let line = try written(at: Date(timeIntervalSince1970: seconds)) { $0.info("tick") }
        #expect(JSONValue(parsing: line.utf8)?["ts"] == .string(text))
    }

    private func written(
        at date: Date = Date(timeIntervalSince1970: 1_767_323_045.678_9),
        _ log: (Logger) -> Void
    ) throws -> String {
        let pipe = Pipe()
        let writer = LogWriter(pipe.fileHandleForWriting, now: { date })
        log(Logger(label: "test") { _ in JSONLinesLogHandler(writer) })
        writer.flush(within: .seconds(60))
        try pipe.fileHandleForWriting.close()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}
