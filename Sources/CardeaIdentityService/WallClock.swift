package import CardeaIdentityDomain

/// Tells the time of day.
package protocol WallClock: Sendable {
    func now() -> Timestamp

    /// The time on a clock of its own, which runs like the first and never goes back: for how long something
    /// lasts, whoever sets the time of day.
    func steady() -> Timestamp
}
