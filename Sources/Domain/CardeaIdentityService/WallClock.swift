package import CardeaIdentityDomain

/// Tells the time of day.
package protocol WallClock: Sendable {
    func now() -> Timestamp

    /// The time of a clock that never goes back, also if the time of day is set: for durations.
    func steady() -> Timestamp
}
