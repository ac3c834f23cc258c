/// Drops every line.
package struct SwiftLogNoOpLogHandler: LogHandler {
    package init() {}

    package var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }

    package var logLevel: Logger.Level {
        get { .critical }
        set {}
    }

    package subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    package func log(
        level: Logger.Level,
        message: Logger.Message,
        metadata: Logger.Metadata?,
        source: String,
        file: String,
        function: String,
        line: UInt
    ) {}
}
