package import IdentityDomain
import IdentityService
import Locks

/// A clock that stands until it is moved.
package final class ManualWallClock: WallClock {
    private let moment: Mutex<Timestamp>

    package init(_ start: Timestamp = Timestamp(seconds: 1_800_000_000)) { moment = Mutex(start) }

    package func now() -> Timestamp { moment.withLock { $0 } }
    package func advance(by span: TimeSpan) { moment.withLock { $0 = $0 + span } }
    package func set(to moment: Timestamp) { self.moment.withLock { $0 = moment } }
}
