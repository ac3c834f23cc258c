/// The tolerance of a project in the use of refresh tokens.
package struct RotationPolicy: Sendable, Equatable {
    /// The time in which two uses of one token converge on the same child; `nil` for none at all.
    package let grace: TimeSpan?
    /// Whether a caller who knows no `Idempotency-Key` may ask again later, its response having been lost.
    package let recoversLate: Bool

    package init(grace: TimeSpan?, recoversLate: Bool = true) {
        self.grace = grace
        self.recoversLate = recoversLate
    }

    /// The time after the response to an attempt in which a second request of that attempt may arrive.
    ///
    /// A later one counts as a thief's.
    static let longestJourney = TimeSpan.seconds(60)

    /// Good for one use to the letter.
    ///
    /// Only the same attempt, known by its key, is responded to again.
    package static let strict = RotationPolicy(grace: nil, recoversLate: false)

    /// Whether something that happened at a moment is still within the grace.
    ///
    /// A clock that was set back lengthens the grace; it never shortens it, since that would sign honest
    /// users out.
    func forgives(since moment: Timestamp, at now: Timestamp) -> Bool {
        isWithin(halves: 2, since: moment, at: now)
    }

    /// The moment half a grace later.
    func half(after moment: Timestamp) -> Timestamp {
        moment + TimeSpan(milliseconds: (grace?.milliseconds ?? 0) / 2)
    }

    /// Whether something happened in so many halves of the grace.
    ///
    /// Half the grace is what a request and its response are supposed to travel at the most.
    func isWithin(halves: Int64, since moment: Timestamp, at now: Timestamp) -> Bool {
        grace.map { 2 * (now - moment).milliseconds < halves * $0.milliseconds } ?? false
    }
}
