/// Counts what happens often, and says now and then that it is time for a line in the log.
struct Occurrences {
    private static let interval: Milliseconds = 10_000
    private var count = 0
    private var reportedAt: Milliseconds?

    /// Counts one.
    ///
    /// - Returns: The number since the last line, if it is time for another.
    mutating func note(at now: Milliseconds) -> Int? {
        count += 1
        if let reportedAt, now - reportedAt < Self.interval { return nil }
        reportedAt = now
        defer { count = 0 }
        return count
    }
}
