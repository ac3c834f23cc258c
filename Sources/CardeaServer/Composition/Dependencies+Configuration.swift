import Foundation
import CardeaIdentityService
import CardeaPasswordHashing
import CardeaTelemetry

extension Application.Dependencies {
    /// The clock, the randomness, the hashing threads and the log of this process.
    init(
        _ configuration: CardeaServer.Configuration,
        clock: any WallClock = SystemClock(),
        log: sending FileHandle = .standardOutput
    ) {
        let metrics = ServerMetrics()
        self.init(
            passwords: PasswordHasher(configuration.passwords, recordWait: metrics.recordHashWait),
            clock: clock,
            random: SystemRandomSource(),
            logger: Logger(
                level: CardeaServer.Configuration.logLevel(named: configuration.logLevel) ?? .info,
                sink: JSONLinesSink(log)
            ),
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
