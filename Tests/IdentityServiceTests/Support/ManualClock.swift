import IdentityDomain
import IdentityService
import Locks

/// A clock that stands still until it is set.
final class ManualClock: WallClock {
    private let time = Mutex(Timestamp(seconds: 1_750_000_000))

    func now() -> Timestamp { time.withLock { $0 } }
    func set(_ now: Timestamp) { time.withLock { $0 = now } }
    func advance(_ span: TimeSpan) { time.withLock { $0 = $0 + span } }
}
