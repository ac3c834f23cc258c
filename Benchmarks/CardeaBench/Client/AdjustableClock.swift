import CardeaSession
import Foundation
import CardeaLocks

/// The device's clocks, put forward at will: so tokens run out without anybody waiting.
final class AdjustableClock: SessionClock {
    private let system = SystemClock()
    private let ahead = Mutex(Duration.zero)

    func advance(by duration: Duration) {
        ahead.withLock { $0 += duration }
    }

    var now: Date { system.now }
    var uptime: Duration { system.uptime + ahead.withLock { $0 } }

    func sleep(until deadline: Duration) async throws(CancellationError) {
        try await system.sleep(until: deadline - ahead.withLock { $0 })
    }
}
