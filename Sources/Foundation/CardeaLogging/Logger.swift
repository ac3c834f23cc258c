/// Writes structured log lines, as the package swift-log does.
///
///     logger.warning("proxy not trusted", metadata: ["proxy": .string(address)])
///
/// The names, the parameters and the meaning are those of swift-log, so that the package can replace this module. No
/// metadata contains a secret: no tokens, passwords, codes or e-mail addresses.
public struct Logger: Sendable {
    /// The name of the part of the program that logs.
    public let label: String

    /// The handler of the lines.
    public var handler: any LogHandler

    /// Creates a logger with a handler of its own.
    ///
    /// - Parameters:
    ///   - label: The name of the part of the program that logs.
    ///   - factory: Creates the handler for the label.
    public init(label: String, factory: (String) -> any LogHandler) {
        self.label = label
        handler = factory(label)
    }

    /// The least severe level that is logged.
    public var logLevel: Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    /// The source of metadata that depends on the current task.
    public var metadataProvider: MetadataProvider? { handler.metadataProvider }

    /// One value of the metadata of every line.
    public subscript(metadataKey key: String) -> Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    /// Logs a line if its level is severe enough.
    ///
    /// - Parameters:
    ///   - level: The level of the line.
    ///   - message: The event; the same text each time.
    ///   - metadata: The values that belong to the event.
    ///   - source: The module that logs; defaults to the module of `file`.
    ///   - file: The file that logs.
    ///   - function: The function that logs.
    ///   - line: The line of the file.
    public func log(
        level: Level,
        _ message: @autoclosure () -> Message,
        metadata: @autoclosure () -> Metadata? = nil,
        source: @autoclosure () -> String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        guard logLevel <= level else { return }
        handler.log(
            level: level,
            message: message(),
            metadata: metadata(),
            source: source() ?? Self.module(ofFile: file),
            file: file,
            function: function,
            line: line
        )
    }

    /// The module of a `#fileID`, such as `Module/File.swift`.
    private static func module(ofFile file: String) -> String {
        file.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(file[..<$0]) } ?? "n/a"
    }
}
