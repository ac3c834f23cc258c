import CardeaIdentityService
import CardeaLogging
import CardeaMetrics
import CardeaPasswordHashing
import Foundation

extension Application.Dependencies {
    /// The clock, the randomness, the hashing threads and the log of this process.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - clock: The time of day.
    ///   - logger: The logger of an embedder. By default JSON lines are written to `output`.
    ///   - factory: The metrics of an embedder, besides the server's own.
    ///   - output: The file of the log.
    init(
        _ configuration: CardeaServer.Configuration,
        clock: any WallClock = SystemClock(),
        logger: Logger? = nil,
        metrics factory: (any MetricsFactory)? = nil,
        output: sending FileHandle = .standardOutput
    ) {
        let metrics = ServerMetrics(factory)
        self.init(
            passwords: PasswordHasher(configuration.passwords, recordWait: metrics.recordHashWait),
            clock: clock,
            random: SystemRandomSource(),
            log: logger.map { ServerLog($0) } ?? ServerLog(configuration, output: output),
            metrics: metrics
        )
    }
}

extension PasswordHasher {
    fileprivate convenience init(
        _ configuration: CardeaServer.Configuration.Passwords,
        recordWait: @escaping @Sendable (Duration) -> Void
    ) {
        self.init(
            parameters: Argon2Parameters(
                memoryKiB: configuration.memory,
                iterations: configuration.iterations,
                parallelism: configuration.parallelism
            ),
            threads: configuration.threads == 0 ? Self.processors : configuration.threads,
            queueLimit: configuration.queue,
            recordWait: recordWait
        )
    }
}
