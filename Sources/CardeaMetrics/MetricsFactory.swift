/// Makes the instruments that count and measure; shaped like that of swift-metrics.
package protocol MetricsFactory: Sendable {
    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler
    func makeRecorder(label: String, dimensions: [(String, String)]) -> any RecorderHandler
}

package protocol CounterHandler: AnyObject, Sendable {
    func increment(by amount: Int64)
}

package protocol RecorderHandler: AnyObject, Sendable {
    func record(_ value: Double)
}

/// Counts something that happens.
package struct Counter: Sendable {
    private let handler: any CounterHandler

    package init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
        handler = factory.makeCounter(label: label, dimensions: dimensions)
    }

    package func increment(by amount: Int64 = 1) { handler.increment(by: amount) }
}

/// Measures how large something is, or how long it takes.
package struct Recorder: Sendable {
    private let handler: any RecorderHandler

    package init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
        handler = factory.makeRecorder(label: label, dimensions: dimensions)
    }

    package func record(_ value: Double) { handler.record(value) }

    /// Records a time in seconds.
    package func record(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        handler.record(Double(seconds) + Double(attoseconds) * 1e-18)
    }
}

/// A counter for each case of a closed list, by a dimension of its name.
package struct CounterSet<Case: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Sendable {
    private let counters: [Case: Counter]

    package init(label: String, dimension: String, factory: any MetricsFactory) {
        counters = Dictionary(
            uniqueKeysWithValues: Case.allCases.map { name in
                (name, Counter(label: label, dimensions: [(dimension, name.rawValue)], factory: factory))
            }
        )
    }

    package func increment(_ name: Case) { counters[name]?.increment() }
}

/// Makes instruments that count nothing.
package struct NoMetrics: MetricsFactory {
    private final class Instrument: CounterHandler, RecorderHandler {
        func increment(by amount: Int64) {}
        func record(_ value: Double) {}
    }

    package init() {}

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Instrument()
    }

    package func makeRecorder(label: String, dimensions: [(String, String)]) -> any RecorderHandler {
        Instrument()
    }
}
