import Glibc

/// Milliseconds of the system's monotonic clock: what the loops reckon deadlines in.
typealias Milliseconds = Int64

extension Milliseconds {
    /// Never reached.
    static let never = Int64.max

    /// The time at this moment.
    static func now() -> Milliseconds {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// A duration in whole milliseconds, at least one.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = Swift.max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
