import Foundation

/// The figures of one run of a load.
struct Sample {
    /// Nanoseconds from request to response, in ascending order.
    let latencies: [UInt64]
    let failures: Int
    /// Seconds of wall-clock time.
    let wall: Double
    /// Seconds of processor time that the measured process used.
    let cpu: Double

    init(latencies: [UInt64], failures: Int, wall: Double, cpu: Double) {
        self.latencies = latencies.sorted()
        self.failures = failures
        self.wall = wall
        self.cpu = cpu
    }

    var count: Int { latencies.count }
    var perSecond: Double { Double(count) / wall }
    /// Microseconds of processor time a request.
    var cpuMicroseconds: Double { cpu / Double(max(count, 1)) * 1e6 }

    /// Milliseconds within which the given share of the requests was responded to.
    func percentile(_ share: Double) -> Double {
        guard !latencies.isEmpty else { return .nan }
        return Double(latencies[min(count - 1, Int(Double(count) * share))]) / 1e6
    }

    var row: String {
        let text = String(
            format: "%8d requests %9.0f/s  CPU %7.1f µs  p50 %6.2f ms  p99 %6.2f ms",
            count,
            perSecond,
            cpuMicroseconds,
            percentile(0.5),
            percentile(0.99)
        )
        return failures == 0 ? text : text + "  FAILED \(failures)"
    }
}

/// Of several runs, the one whose cost stands in the middle: machines are shared, a single run may be disturbed.
func median(of samples: [Sample]) -> Sample {
    let ordered = samples.sorted { $0.cpuMicroseconds < $1.cpuMicroseconds }
    return ordered[ordered.count / 2]
}
