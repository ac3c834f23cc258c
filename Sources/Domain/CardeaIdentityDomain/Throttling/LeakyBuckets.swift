extension Rate {
    /// The time until one more is allowed.
    ///
    /// A bucket is full when it needs more than `burst - 1` recovery times to run empty. One that needs longer than a full
    /// one is from before the clock was set back, and counts as empty.
    ///
    /// - Parameters:
    ///   - emptyAt: When the bucket will have run empty; `nil` for one that was never filled.
    ///   - now: The moment.
    ///   - reserve: The part of the burst that is kept for others.
    /// - Returns: `nil` if one more is allowed now.
    package func wait(emptyAt: Timestamp?, now: Timestamp, reserve: Int = 0) -> TimeSpan? {
        guard let emptyAt, emptyAt <= full(at: now) else { return nil }
        let kept = TimeSpan(milliseconds: recovery.milliseconds * Int64(reserve))
        let wait = emptyAt + recovery + kept - full(at: now)
        return wait > .zero ? wait : nil
    }

    /// When the bucket will have run empty after one more; a full bucket is then full anew.
    package func filled(emptyAt: Timestamp?, now: Timestamp) -> Timestamp {
        let full = full(at: now)
        let left = emptyAt.flatMap { $0 <= full ? $0 : nil } ?? now
        return min(max(left, now) + recovery, full)
    }

    /// Whether one more fills a bucket to a share that it had not reached before.
    package func reaches(percent: Int64, emptyAt: Timestamp?, now: Timestamp) -> Bool {
        let mark = now + TimeSpan(milliseconds: recovery.milliseconds * Int64(burst) * percent / 100)
        return (emptyAt ?? now) < mark && filled(emptyAt: emptyAt, now: now) >= mark
    }

    private func full(at now: Timestamp) -> Timestamp {
        now + TimeSpan(milliseconds: recovery.milliseconds * Int64(burst))
    }
}

/// Counts by key that are forgotten at a steady rate.
struct LeakyBuckets<Key: Hashable & Sendable>: Sendable {
    /// When each bucket will have run empty; a count moves it by one recovery time.
    private var emptyAt: [Key: Timestamp] = [:]

    var count: Int { emptyAt.count }

    /// The time until one more is allowed; `nil` if it is allowed now.
    func wait(for key: Key, _ rate: Rate, now: Timestamp) -> TimeSpan? {
        rate.wait(emptyAt: emptyAt[key], now: now)
    }

    /// Counts one more; a full bucket is then full anew.
    mutating func fill(_ key: Key, _ rate: Rate, capacity: Int, now: Timestamp) {
        makeSpace(for: capacity, now: now)
        emptyAt[key] = rate.filled(emptyAt: emptyAt[key], now: now)
    }

    /// Counts one more in several buckets, up to the first that is full.
    ///
    /// - Returns: That one, and the time until it allows one more.
    mutating func count(
        _ limits: [(Key, Rate)],
        capacity: Int,
        now: Timestamp
    ) -> (full: Key, wait: TimeSpan)? {
        for (key, rate) in limits {
            if let wait = wait(for: key, rate, now: now) { return (key, wait) }
            fill(key, rate, capacity: capacity, now: now)
        }
        return nil
    }

    /// Takes one count back.
    mutating func drain(_ key: Key, _ rate: Rate) {
        emptyAt[key] = emptyAt[key].map { $0 - rate.recovery }
    }

    func isEmpty(_ key: Key, now: Timestamp) -> Bool { emptyAt[key].map { $0 <= now } ?? true }

    mutating func forget(_ key: Key) { emptyAt[key] = nil }

    /// Drops what has run empty, and then, if need be, the half that will be first.
    private mutating func makeSpace(for capacity: Int, now: Timestamp) {
        guard emptyAt.count >= capacity else { return }
        emptyAt = emptyAt.filter { now < $0.value }
        guard emptyAt.count >= capacity else { return }
        let times = emptyAt.values.sorted()
        let median = times[times.count / 2]
        emptyAt = emptyAt.filter { median < $0.value }
    }
}
