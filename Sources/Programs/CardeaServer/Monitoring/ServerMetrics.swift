import CardeaHTTPRouting
import CardeaIdentityService
import CardeaMetrics
import CardeaOperatingSystem
import CardeaPasswordHashing
import CardeaSQLCore

/// The metrics of a server, and where they come from.
struct ServerMetrics: Sendable {
    let registry: MetricsRegistry
    let service: ServiceMetrics
    /// Creates the handlers of all metrics.
    let factory: any MetricsFactory
    private let hashWait: Timer
    private let providerRequests: ProviderInstruments
    private let commits: Counter
    private let batchSize: Recorder
    private let commitTime: Timer
    private let writeFailures: Counter

    /// - Parameter other: The metrics of an embedder, which get the same values; values that are read when Prometheus asks
    ///   for them are in the registry alone.
    init(_ other: (any MetricsFactory)? = nil) {
        let registry = MetricsRegistry(Self.descriptions)
        self.registry = registry
        let factory: any MetricsFactory =
            other.map { MultiplexMetricsHandler(factories: [registry, $0]) } ?? registry
        self.factory = factory
        service = ServiceMetrics(factory: factory)
        hashWait = Timer(label: "cardea_password_hash_wait_seconds", factory: factory)
        providerRequests = ProviderInstruments(factory: factory)
        commits = Counter(label: "cardea_database_commits_total", factory: factory)
        batchSize = Recorder(label: "cardea_database_transactions_per_commit", factory: factory)
        commitTime = Timer(label: "cardea_database_commit_duration_seconds", factory: factory)
        writeFailures = Counter(label: "cardea_database_failures_total", factory: factory)
        registry.read("cardea_build_info") { [([("version", CardeaServer.version)], 1)] }
        Self.readProcess(into: registry)
    }

    /// Counts a password that waited for a thread.
    @Sendable func recordHashWait(_ time: Duration) { hashWait.record(duration: time) }

    /// Counts and times a request to an identity provider.
    @Sendable func recordProviderRequest(host: String, succeeded: Bool, time: Duration) {
        providerRequests.record(host: host, succeeded: succeeded, time: time)
    }

    /// Adds the gauges of a server's parts.
    func watch(_ application: Application) {
        let log = application.dependencies.log
        registry.read("cardea_log_lines_dropped_total") { Double(log.droppedLines) }
        let passwords = application.dependencies.passwords
        // The password hasher holds these metrics itself.
        registry.read("cardea_password_hash_queue_length") { [weak passwords] in
            passwords.map { Double($0.waiting) }
        }
        registry.read("cardea_password_hash_memory_bytes_total") { [weak passwords] in
            passwords.map { Double($0.workDone) * 1024 }
        }
        application.storage.watch(in: registry)
    }

    /// The metrics of every process, by Prometheus' names.
    private static func readProcess(into registry: MetricsRegistry) {
        registry.read("process_cpu_seconds_total") { ProcessStatistics().processorSeconds }
        registry.read("process_resident_memory_bytes") { Double(ProcessStatistics().residentBytes) }
        registry.read("process_open_fds") { Double(ProcessStatistics().openDescriptors) }
        registry.read("process_max_fds") { Double(ProcessStatistics().descriptorLimit) }
        registry.read("process_start_time_seconds") { ProcessStatistics().startedAt }
    }
}

extension ServerMetrics: SQLObserver {
    func committed(_ transactions: Int, in time: Duration) {
        commits.increment()
        batchSize.record(transactions)
        commitTime.record(duration: time)
    }

    func failed(_ error: SQLError) {
        switch error {
        case .unwritable, .damaged, .unavailable, .unknownOutcome: writeFailures.increment()
        default: break
        }
    }
}
