import CardeaLocks

/// The value of one counter.
final class CounterValue: CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }
}

/// The value of one gauge.
final class GaugeValue: RecorderHandler {
    private let last = Mutex<Double?>(nil)

    /// The last value; `nil` before the first.
    var value: Double? { last.withLock { $0 } }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) { last.withLock { $0 = value } }
}

/// The distribution of values over buckets; durations are recorded in seconds.
final class HistogramValue: RecorderHandler, TimerHandler {
    struct Snapshot {
        let bounds: [Double]
        /// The number of values in each bucket alone; the last bucket is above all bounds.
        let counts: [Int64]
        let sum: Double
    }

    private struct State {
        var counts: [Int64]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    var snapshot: Snapshot {
        state.withLock { Snapshot(bounds: bounds, counts: $0.counts, sum: $0.sum) }
    }

    func record(_ value: Int64) { record(Double(value)) }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) * 1e-9) }

    func record(_ value: Double) {
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[index] += 1
            state.sum += value
        }
    }
}
