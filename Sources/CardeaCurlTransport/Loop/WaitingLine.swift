/// Who may run at once, and who waits, in the order they came.
///
/// libcurl would keep such a line itself, but has been known to forget those who stand in it.
struct WaitingLine {
    private let places: Int
    private var taken = 0
    private var waiting: [UInt64] = []
    private var first = 0

    /// - Parameter places: How many may run at once.
    init(places: Int) {
        self.places = max(places, 1)
    }

    mutating func join(_ id: UInt64) {
        waiting.append(id)
    }

    /// The next one that may run now, and whose place is taken with that.
    ///
    /// - Parameter isStillThere: Whether somebody has not gone away in the meantime.
    /// - Returns: `nil` when all places are taken, or nobody waits.
    mutating func admit(where isStillThere: (UInt64) -> Bool) -> UInt64? {
        defer { forgetThePast() }
        while taken < places, first < waiting.count {
            defer { first += 1 }
            guard isStillThere(waiting[first]) else { continue }
            taken += 1
            return waiting[first]
        }
        return nil
    }

    /// Frees a place.
    mutating func leave() {
        taken -= 1
    }

    private mutating func forgetThePast() {
        guard first > 32, first * 2 > waiting.count else { return }
        waiting.removeFirst(first)
        first = 0
    }
}
