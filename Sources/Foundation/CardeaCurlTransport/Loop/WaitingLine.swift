/// The exchanges that run and those that wait, in the order of their arrival.
///
/// libcurl has such a queue, but some of its releases lose elements of it.
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

    /// The next exchange that may run; it counts as running from now on.
    ///
    /// - Parameter isStillThere: Whether an exchange has not been cancelled in the meantime.
    /// - Returns: `nil` if the limit is reached or none waits.
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
