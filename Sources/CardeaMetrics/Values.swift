import CardeaLocks

/// The value of one counter.
final class CounterValue: CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
}

/// How values are spread over buckets.
final class HistogramValue: RecorderHandler {
    struct Snapshot {
        let bounds: [Double]
        /// Of each bucket by itself; the last is of what is above all bounds.
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

    func record(_ value: Double) {
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[index] += 1
            state.sum += value
        }
    }
}
