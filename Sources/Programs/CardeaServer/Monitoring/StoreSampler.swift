import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLocks
import CardeaMetrics

/// Counts what the store holds from time to time, for the metrics: a count reads all users.
final class StoreSampler: Sendable {
    private static let interval = Duration.seconds(60)
    /// A count may take this part of the time of one reader.
    private static let share = 200

    private let store: any IdentityStore
    private let clock: any WallClock
    private let sample = Mutex<StoreStatistics?>(nil)

    init(_ store: any IdentityStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Counts until the task is cancelled.
    func run() async {
        let clock = ContinuousClock()
        while !Task.isCancelled {
            let start = clock.now
            // Without a count, the metrics are absent; the log has the failure of the store from elsewhere.
            let statistics = try? await store.read(.statistics)
            sample.withLock { $0 = statistics }
            try? await Task.sleep(for: max(Self.interval, start.duration(to: clock.now) * Self.share))
        }
    }

    /// Adds the metrics to a registry.
    func register(in registry: MetricsRegistry) {
        registry.read("cardea_users") { [weak self] in Self.values(self?.current?.users) }
        registry.read("cardea_sessions") { [weak self] in Self.values(self?.current?.sessions) }
        registry.read("cardea_outbox_messages") { [weak self] in
            self?.messages.map { ($0.dimensions, Double($0.count.count)) } ?? []
        }
        registry.read("cardea_outbox_oldest_age_seconds") { [weak self] in
            guard let self else { return [] }
            let now = clock.now()
            return messages.map { ($0.dimensions, Double((now - $0.count.oldest).milliseconds) / 1000) }
        }
    }

    private var current: StoreStatistics? { sample.withLock { $0 } }

    private var messages: [(dimensions: [(String, String)], count: StoreStatistics.MessageCount)] {
        guard let current else { return [] }
        return [("mail", current.mails), ("text", current.textMessages)].flatMap { channel, counts in
            counts.map { ([("channel", channel), ("state", $0.state.rawValue)], $0) }
        }
    }

    private static func values(
        _ counts: [StoreStatistics.ProjectCount]?
    ) -> [([(String, String)], Double)] {
        (counts ?? []).map { ([("project", $0.project.rawValue)], Double($0.count)) }
    }
}
