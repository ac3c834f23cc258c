/// Counts events.
package final class Counter: Sendable {
    private let handler: any CounterHandler

    /// Creates a counter.
    ///
    /// - Parameters:
    ///   - label: The name of the metric.
    ///   - dimensions: Names and values that distinguish the counters of one label.
    ///   - factory: Creates the handler.
    package init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
        handler = factory.makeCounter(label: label, dimensions: dimensions)
    }

    package func increment() { handler.increment(by: 1) }

    package func increment(by amount: some BinaryInteger) { handler.increment(by: Int64(amount)) }

    package func reset() { handler.reset() }
}

/// Records values, whose distribution counts.
package class Recorder: @unchecked Sendable {
    private let handler: any RecorderHandler

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - label: The name of the metric.
    ///   - dimensions: Names and values that distinguish the recorders of one label.
    ///   - aggregate: Whether the distribution is kept, or the last value alone.
    ///   - factory: Creates the handler.
    package init(
        label: String,
        dimensions: [(String, String)] = [],
        aggregate: Bool = true,
        factory: any MetricsFactory
    ) {
        handler = factory.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
    }

    package func record(_ value: some BinaryInteger) { handler.record(Int64(value)) }

    package func record(_ value: some BinaryFloatingPoint) { handler.record(Double(value)) }
}

/// Records a value that rises and falls; the last one counts.
package final class Gauge: Recorder, @unchecked Sendable {
    /// Creates a gauge.
    ///
    /// - Parameters:
    ///   - label: The name of the metric.
    ///   - dimensions: Names and values that distinguish the gauges of one label.
    ///   - factory: Creates the handler.
    package convenience init(
        label: String,
        dimensions: [(String, String)] = [],
        factory: any MetricsFactory
    ) {
        self.init(label: label, dimensions: dimensions, aggregate: false, factory: factory)
    }
}

/// Records durations.
package final class Timer: Sendable {
    private let handler: any TimerHandler

    /// Creates a timer.
    ///
    /// - Parameters:
    ///   - label: The name of the metric.
    ///   - dimensions: Names and values that distinguish the timers of one label.
    ///   - factory: Creates the handler.
    package init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
        handler = factory.makeTimer(label: label, dimensions: dimensions)
    }

    package func recordNanoseconds(_ duration: Int64) { handler.recordNanoseconds(duration) }

    package func record(duration: Duration) { handler.recordNanoseconds(duration.nanoseconds) }
}

extension Duration {
    /// Whole nanoseconds; the largest number if there are more.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? (seconds < 0 ? .min : .max) : whole &+ attoseconds / 1_000_000_000
    }
}

/// A counter for each case of a closed list, by a dimension of its name.
package struct CounterSet<Case: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Sendable {
    private let counters: [Case: Counter]

    /// Creates the counters.
    ///
    /// - Parameters:
    ///   - label: The name of the metric.
    ///   - dimension: The name of the dimension whose value is the case.
    ///   - factory: Creates the handlers.
    package init(label: String, dimension: String, factory: any MetricsFactory) {
        counters = Dictionary(
            uniqueKeysWithValues: Case.allCases.map { name in
                (name, Counter(label: label, dimensions: [(dimension, name.rawValue)], factory: factory))
            }
        )
    }

    package func increment(_ name: Case) { counters[name]?.increment() }
}
