import CardeaLocks

/// Keeps the values of all metrics, and writes them for Prometheus.
package final class MetricsRegistry: MetricsFactory {
    /// The name, the kind and the help of a metric.
    package struct Description: Sendable {
        package enum Kind: String, Sendable { case counter, gauge, histogram }

        let label: String
        let kind: Kind
        let help: String
        /// The upper bounds of a histogram's buckets, ascending.
        let buckets: [Double]

        package init(_ label: String, _ kind: Kind, _ help: String, buckets: [Double] = []) {
            self.label = label
            self.kind = kind
            self.help = help
            self.buckets = buckets
        }
    }

    /// The values that a metric has at the moment, by its dimensions.
    package typealias Values = [(dimensions: [(String, String)], value: Double)]

    private struct State {
        var counters: [String: [String: CounterValue]] = [:]
        var gauges: [String: [String: GaugeValue]] = [:]
        var histograms: [String: [String: HistogramValue]] = [:]
        var readings: [String: @Sendable () -> Values] = [:]
    }

    private let descriptions: [String: Description]
    private let state = Mutex(State())

    /// Creates a registry of these metrics and no others.
    package init(_ descriptions: [Description]) {
        self.descriptions = Dictionary(uniqueKeysWithValues: descriptions.map { ($0.label, $0) })
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        precondition(descriptions[label]?.kind == .counter, "\(label) is not described as a counter")
        let key = Exposition.labels(dimensions)
        return state.withLock { state in
            let counter = state.counters[label]?[key] ?? CounterValue()
            state.counters[label, default: [:]][key] = counter
            return counter
        }
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        aggregate ? histogram(label, dimensions) : gauge(label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions)
    }

    private func histogram(_ label: String, _ dimensions: [(String, String)]) -> HistogramValue {
        guard let description = descriptions[label], description.kind == .histogram else {
            preconditionFailure("\(label) is not described as a histogram")
        }
        let key = Exposition.labels(dimensions)
        return state.withLock { state in
            let histogram = state.histograms[label]?[key] ?? HistogramValue(bounds: description.buckets)
            state.histograms[label, default: [:]][key] = histogram
            return histogram
        }
    }

    private func gauge(_ label: String, _ dimensions: [(String, String)]) -> GaugeValue {
        precondition(descriptions[label]?.kind == .gauge, "\(label) is not described as a gauge")
        let key = Exposition.labels(dimensions)
        return state.withLock { state in
            let gauge = state.gauges[label]?[key] ?? GaugeValue()
            state.gauges[label, default: [:]][key] = gauge
            return gauge
        }
    }

    /// Sets a closure that returns the values of a metric whenever `text` is called.
    package func read(_ label: String, _ values: @escaping @Sendable () -> Values) {
        precondition(descriptions[label] != nil, "\(label) is not described")
        state.withLock { $0.readings[label] = values }
    }

    /// Sets a closure for a metric without dimensions; it returns `nil` if there is no value at the moment.
    package func read(_ label: String, _ value: @escaping @Sendable () -> Double?) {
        read(label) { value().map { [([], $0)] } ?? [] }
    }

    /// All values in Prometheus' text format, version 0.0.4.
    package func text() -> String {
        var text = Exposition()
        let (counters, gauges, histograms, readings) = state.withLock {
            ($0.counters, $0.gauges, $0.histograms, $0.readings)
        }
        for description in descriptions.values.sorted(by: { $0.label < $1.label }) {
            let label = description.label
            var samples = (counters[label] ?? [:]).map { ($0, Double($1.value)) }
            samples += (gauges[label] ?? [:]).compactMap { key, gauge in gauge.value.map { (key, $0) } }
            samples += (readings[label]?() ?? []).map { (Exposition.labels($0.dimensions), $0.value) }
            let distributions = histograms[label] ?? [:]
            guard !samples.isEmpty || !distributions.isEmpty else { continue }
            text.head(label, description.kind.rawValue, description.help)
            for (labels, value) in samples.sorted(by: { $0.0 < $1.0 }) { text.sample(label, labels, value) }
            for (labels, histogram) in distributions.sorted(by: { $0.key < $1.key }) {
                text.histogram(label, labels, histogram.snapshot)
            }
        }
        return text.text
    }
}
