import IdentityDomain
import IdentityService
import Telemetry

/// Deletes what nobody will ask for any more: at intervals, and a little at a time.
///
/// After each batch it rests nine times as long as the batch took. So at most a tenth of the store's time goes
/// to it, and a refresh never waits for more than one batch.
struct Housekeeping: Sendable {
    /// Sessions of one transaction: a refresh that shares its commit hardly notices them.
    private static let batch = 20

    let service: IdentityService
    let projects: ProjectDirectory
    let logger: Logger
    /// How long an ended session is kept.
    let retention: TimeSpan
    /// The time between two rounds.
    let interval: Duration

    /// Works until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await tidy()
            try? await Task.sleep(for: interval)
        }
    }

    private func tidy() async {
        var (sessions, tokens) = (0, 0)
        do {
            tokens = try await projects.deleteExpiredAdministratorTokens()
            try await deleteSessions(counting: &sessions)
        } catch {
            // Why is logged where the store failed; the next round tries again.
            logger.log(.warning, "housekeeping broken off")
        }
        guard sessions + tokens > 0 else { return }
        logger.log(
            .info,
            "housekeeping",
            [("sessions", .integer(Int64(sessions))), ("administratorTokens", .integer(Int64(tokens)))]
        )
    }

    private func deleteSessions(counting count: inout Int) async throws(IdentityError) {
        let clock = ContinuousClock()
        while !Task.isCancelled {
            let start = clock.now
            let deleted = try await service.deleteSessions(endedFor: retention, limit: Self.batch)
            count += deleted
            guard deleted == Self.batch else { return }
            try? await Task.sleep(for: start.duration(to: clock.now) * 9)
        }
    }
}

extension Housekeeping {
    /// The task that works for a server until it is cancelled; `nil` when none is wanted.
    static func task(
        _ application: Application,
        _ configuration: CardeaServer.Configuration.Housekeeping
    ) -> Task<Void, Never>? {
        guard configuration.interval > 0 else { return nil }
        let housekeeping = Housekeeping(
            service: application.service,
            projects: application.projects,
            logger: application.surroundings.logger,
            retention: .seconds(Int64(configuration.retention)),
            interval: .seconds(configuration.interval)
        )
        return Task { await housekeeping.run() }
    }
}
