/// Takes log lines to their destination.
///
/// A handler is a value: a change of its level or its metadata changes no other logger. `Logger` has checked the level
/// before it calls `log`.
public protocol LogHandler: Sendable {
    /// The source of metadata that depends on the current task.
    ///
    /// A handler that stores it adds its metadata to each line. By default it is not stored.
    var metadataProvider: Logger.MetadataProvider? { get set }

    /// The metadata of every line.
    var metadata: Logger.Metadata { get set }

    /// The least severe level that is logged.
    var logLevel: Logger.Level { get set }

    /// One value of `metadata`.
    subscript(metadataKey _: String) -> Logger.Metadata.Value? { get set }

    /// Logs a line.
    ///
    /// - Parameters:
    ///   - level: The level of the line.
    ///   - message: The event.
    ///   - metadata: The values that belong to the event.
    ///   - source: The module that logs.
    ///   - file: The file that logs.
    ///   - function: The function that logs.
    ///   - line: The line of the file.
    func log(
        level: Logger.Level,
        message: Logger.Message,
        metadata: Logger.Metadata?,
        source: String,
        file: String,
        function: String,
        line: UInt
    )
}

extension LogHandler {
    /// No provider; a new value is dropped.
    public var metadataProvider: Logger.MetadataProvider? {
        get { nil }
        set {}
    }
}

extension LogHandler {
    /// All metadata of a line: the handler's, then the task's, then the line's own, which win.
    package func merged(with metadata: Logger.Metadata?) -> Logger.Metadata {
        var all = self.metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, last in last } }
        if let metadata { all.merge(metadata) { _, last in last } }
        return all
    }
}
