public import CardeaSession

/// A monitor that records every trace.
///
///     SessionEngine(…, monitor: recorder.record)
public final class RecordingMonitor: Sendable {
    private let log = CallLog<SessionTrace>()

    /// Creates a monitor.
    public init() {}

    /// Everything so far, in order.
    public var traces: [SessionTrace] { log.calls }

    /// Waits until the condition is true, or the task is cancelled.
    public func traces(reach count: Int) async {
        await log.reaches(count)
    }

    /// Remembers a trace.
    @Sendable public func record(_ trace: SessionTrace) {
        _ = log.append(trace)
    }
}
