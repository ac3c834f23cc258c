import Foundation
import CardeaIdentityService
import CardeaPasswordHashing
import CardeaTelemetry

extension Application.Surroundings {
    /// What a process has of its own: its clock, its randomness, its threads for hashing, its output for logs.
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
            logger: Logger(level: configuration.logLevelValue ?? .info, sink: JSONLinesSink(log)),
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
