import CardeaLogging
import LoggingTestSupport
import Testing

@Suite("Loggers")
struct LoggerTests {
    @Test(
        "a line below the logger's level is not logged, and its metadata is not made",
        arguments: Logger.Level.allCases
    )
    func levels(level: Logger.Level) {
        let log = LogRecorder()
        let logger = log.logger(level: level)
        for written in Logger.Level.allCases {
            logger.log(level: written, "event", metadata: ["at": .string(written.rawValue)])
        }
        let expected = Logger.Level.allCases.filter { $0 >= level }
        #expect(log.lines.map(\.level) == expected)
        #expect(log.lines.first?.metadata == ["at": .string(level.rawValue)])
        func unwanted() -> Logger.Metadata {
            Issue.record("The metadata of a line that is not logged was made")
            return [:]
        }
        if level > .trace { logger.trace("event", metadata: unwanted()) }
    }

    @Test("each method logs a line of its level")
    func methods() {
        let log = LogRecorder()
        let logger = log.logger(level: .trace)
        logger.trace("t")
        logger.debug("d")
        logger.info("i")
        logger.notice("n")
        logger.warning("w")
        logger.error("e")
        logger.critical("c")
        #expect(log.lines.map(\.level) == Logger.Level.allCases)
        #expect(log.lines.map(\.message) == ["t", "d", "i", "n", "w", "e", "c"])
    }

    @Test("a change of a logger's level or metadata changes no other logger")
    func values() {
        var first = LogRecorder().logger(level: .debug)
        first[metadataKey: "only-on"] = "first"
        var second = first
        second.logLevel = .error
        second[metadataKey: "only-on"] = "second"
        #expect(first.logLevel == .debug)
        #expect(second.logLevel == .error)
        #expect(first[metadataKey: "only-on"] == "first")
        #expect(second[metadataKey: "only-on"] == "second")
    }

    @Test(
        "a line has the metadata of handler, task and call; the last value of a key counts"
    )
    func metadata() {
        let log = LogRecorder()
        let providers = [
            Logger.MetadataProvider { ["b": "task", "c": "task"] },
            Logger.MetadataProvider { ["d": "later"] },
        ]
        var logger = log.logger(metadataProvider: .multiplex(providers))
        for key in ["a", "b", "c"] { logger[metadataKey: key] = "handler" }
        logger.info("event", metadata: ["c": "line"])
        #expect(log.lines.map(\.metadata) == [["a": "handler", "b": "task", "c": "line", "d": "later"]])
        #expect(Logger.MetadataProvider.multiplex([]) == nil)
    }

    @Test("a handler gets the module, the file and the function of the code that logs")
    func source() {
        struct Handler: LogHandler {
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.info
            let take: @Sendable (String, String, String) -> Void

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
            ) { take(source, file, function) }
        }
        let log = LogRecorder()
        let logger = Logger(label: "test") { _ in
            Handler { log.logger.info("\($0) \($1) \($2)") }
        }
        logger.info("event")
        logger.info("event", source: "other")
        #expect(
            log.lines.map(\.message) == [
                "LoggingTests LoggingTests/LoggerTests.swift source()",
                "other LoggingTests/LoggerTests.swift source()",
            ]
        )
        // Without storage for a provider, a handler has none.
        #expect(logger.metadataProvider == nil)
    }
}
