/// Receives what an engine does, for logs and metrics.
///
/// It is called on the thread that did it, outside any lock of the engine's state.
public typealias SessionMonitor = @Sendable (SessionTrace) -> Void
