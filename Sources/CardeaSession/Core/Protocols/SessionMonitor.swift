/// Hears what an engine does, for logs and metrics.
public protocol SessionMonitor: Sendable {
    /// Takes note of something; called on whatever thread did it, outside any lock of the engine's state.
    func record(_ trace: SessionTrace)
}
