package import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLocks

/// A clock that stands until it is moved.
package final class ManualWallClock: WallClock {
    private let time: Mutex<(now: Timestamp, steady: Timestamp)>

    package init(_ start: Timestamp = Timestamp(seconds: 1_800_000_000)) { time = Mutex((start, start)) }

    package func now() -> Timestamp { time.withLock(\.now) }
    package func steady() -> Timestamp { time.withLock(\.steady) }
    /// Lets time pass.
    package func advance(by span: TimeSpan) {
        time.withLock { $0 = ($0.now + span, $0.steady + span) }
    }
    /// Sets the time of day; no time passes.
    package func set(to moment: Timestamp) { time.withLock { $0.now = moment } }
}
