package import IdentityDomain
import IdentityService
import Locks

/// A clock that can be stopped at a chosen moment: for the emulator and for tests.
package final class AdjustableClock: WallClock {
    private let frozen = Mutex<Timestamp?>(nil)
    private let running: any WallClock

    package init() { running = SystemClock() }

    package func now() -> Timestamp { frozen.withLock(\.self) ?? running.now() }

    /// Stops the clock at a moment; `nil` lets it run with the machine's again.
    package func freeze(at moment: Timestamp?) {
        frozen.withLock { $0 = moment }
    }
}
