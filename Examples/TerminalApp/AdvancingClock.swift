import Cardea
import Foundation
import CardeaLocks

/// The device's clock, which can be put forward: that is how the sample lets a token expire.
final class AdvancingClock: SessionClock {
    private let clock = SystemClock()
    private let ahead = Mutex(Duration.zero)

    var now: Date { clock.now }
    var uptime: Duration { clock.uptime + ahead.withLock { $0 } }

    func advance(by duration: Duration) {
        ahead.withLock { $0 += duration }
    }

    func sleep(until deadline: Duration) async throws(CancellationError) {
        try await clock.sleep(until: deadline - ahead.withLock { $0 })
    }
}
