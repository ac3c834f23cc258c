import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLocks

/// A clock that stands still until it is set.
final class ManualClock: WallClock {
    private let time = Mutex((now: Timestamp(seconds: 1_750_000_000), steady: Timestamp(seconds: 0)))

    func now() -> Timestamp { time.withLock(\.now) }
    func steady() -> Timestamp { time.withLock(\.steady) }
    /// Sets the time of day; no time passes.
    func set(_ now: Timestamp) { time.withLock { $0.now = now } }
    /// Lets time pass.
    func advance(_ span: TimeSpan) { time.withLock { $0 = ($0.now + span, $0.steady + span) } }
    /// Sets the time of day by so much; no time passes.
    func step(_ span: TimeSpan) { time.withLock { $0.now = $0.now + span } }
}
