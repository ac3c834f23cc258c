import CardeaLocks
import CardeaSQLCore

/// Whether the database can be written to; found out by its failures, and by trying again.
final class StorageHealth: Sendable {
    private struct State {
        var hasFailed = false
        var lastTrial: ContinuousClock.Instant?
    }

    /// With fewer bytes free a write may fail at any moment.
    private static let leastSpace: UInt64 = 1 << 20
    /// Trials are apart at least this long, however often somebody asks.
    private static let pause = Duration.seconds(1)

    private let place: StoragePlace
    private let state = Mutex(State())

    init(_ place: StoragePlace) { self.place = place }

    func failed(_ error: SQLError) {
        switch error {
        // A rejected statement: a table was dropped, or a permission taken away.
        case .unwritable, .unavailable, .unknownOutcome, .invalidStatement:
            state.withLock { $0.hasFailed = true }
        default: break
        }
    }

    /// Finds out whether writes work; while there is doubt, by a trial that writes something.
    func canWrite(_ trial: () async throws -> Void) async -> Bool {
        let hasSpace = (place.availableBytes ?? .max) >= Self.leastSpace
        let now = ContinuousClock.now
        let (hasFailed, isTried) = state.withLock { state in
            let isDoubtful = state.hasFailed || !hasSpace
            let isTried = isDoubtful && state.lastTrial.map { $0 + Self.pause <= now } ?? true
            if isTried { state.lastTrial = now }
            return (state.hasFailed, isTried)
        }
        guard isTried else { return !hasFailed }
        do {
            try await trial()
        } catch {
            state.withLock { $0.hasFailed = true }
            return false
        }
        // After a failure the disk must have free bytes, too: a small write may succeed where a larger one fails.
        let isMended = !hasFailed || hasSpace
        state.withLock { $0.hasFailed = !isMended }
        return isMended
    }
}

/// Passes events of the database's writer to the metrics and the health.
struct StorageObserver: SQLObserver {
    let metrics: ServerMetrics
    let health: StorageHealth

    func committed(_ transactions: Int, in time: Duration) { metrics.committed(transactions, in: time) }

    func failed(_ error: SQLError) {
        metrics.failed(error)
        health.failed(error)
    }
}
