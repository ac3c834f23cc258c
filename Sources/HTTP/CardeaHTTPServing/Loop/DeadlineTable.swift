/// The deadlines of a loop's connections, by slot.
///
/// To set a deadline is one store. All are looked over when the earliest may have come, but not more often than at
/// each interval: for 10,000 connections that takes some 10 µs.
struct DeadlineTable {
    /// When to look next.
    private(set) var next = Milliseconds.never
    private var deadlines: [Milliseconds] = []
    /// A deadline may be overrun by this much.
    private let interval: Milliseconds
    private var lookedAt: Milliseconds = 0

    init(interval: Milliseconds) { self.interval = interval }

    /// Sets the deadline of a slot; `.never` removes it.
    subscript(slot: Int) -> Milliseconds {
        get { deadlines[slot] }
        set {
            while deadlines.count <= slot { deadlines.append(.never) }
            deadlines[slot] = newValue
            next = min(next, max(newValue, lookedAt + interval))
        }
    }

    /// The slots whose deadline has passed.
    mutating func expired(at now: Milliseconds) -> [Int] {
        guard now >= next else { return [] }
        var (earliest, expired) = (Milliseconds.never, [Int]())
        for slot in deadlines.indices {
            if deadlines[slot] <= now {
                expired.append(slot)
            } else {
                earliest = min(earliest, deadlines[slot])
            }
        }
        for slot in expired { deadlines[slot] = .never }
        lookedAt = now
        next = max(earliest, now + interval)
        return expired
    }
}
