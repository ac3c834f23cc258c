package import IdentityDomain

/// Tells the time of day.
package protocol WallClock: Sendable {
    func now() -> Timestamp
}
