/// Creates the handlers of metrics, as swift-metrics' factory does.
public protocol MetricsFactory: Sendable {
    /// Creates the handler of a counter.
    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler

    /// Creates the handler of a recorder; one that does not aggregate keeps the last value (a gauge).
    func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler

    /// Creates the handler of a timer.
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler
}

/// Counts for a `Counter`.
public protocol CounterHandler: AnyObject, Sendable {
    /// Adds to the count.
    func increment(by amount: Int64)
    /// Sets the count to 0.
    func reset()
}

/// Records for a `Recorder` or a `Gauge`.
public protocol RecorderHandler: AnyObject, Sendable {
    /// Records a whole number.
    func record(_ value: Int64)
    /// Records a number.
    func record(_ value: Double)
}

/// Records for a `Timer`.
public protocol TimerHandler: AnyObject, Sendable {
    /// Records a duration.
    func recordNanoseconds(_ duration: Int64)
}
