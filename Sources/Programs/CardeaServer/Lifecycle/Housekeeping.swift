import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLogging

/// Deletes old data at intervals, in small batches.
///
/// After each batch it pauses nine times as long as the batch took. So it uses at most a tenth of the store's time. A
/// refresh waits for at most one batch.
struct Housekeeping: Sendable {
    /// Sessions of one transaction: a refresh that shares its commit hardly notices them.
    private static let batch = 20

    let cleanup: Cleanup
    let projects: ProjectDirectory
    let events: SecurityEvents
    let outbox: OutboxAdministration
    let federation: Federation
    let logger: Logger
    /// Deletes old files beside the database.
    var tidyFiles: @Sendable () -> Void = {}
    /// The time for which an ended session is kept.
    let retention: TimeSpan
    /// The time for which a security event is kept.
    let eventRetention: TimeSpan
    /// The time for which a mail or a text message is kept that was given up.
    let mailRetention: TimeSpan
    /// The time between two rounds.
    let interval: Duration

    /// Works until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await tidy()
            tidyFiles()
            try? await Task.sleep(for: interval)
        }
    }

    /// One round: a step that fails keeps no other from running.
    private func tidy() async {
        var done = Done()
        await inSteps("administratorTokens") {
            done.administratorTokens = try await projects.deleteExpiredAdministratorTokens()
            return false
        }
        await inSteps("revocations") { try await cleanup.finishRevocations(limit: Self.batch) }
        await inSteps("deletions") { try await cleanup.finishDeletions(limit: Self.batch) }
        await inSteps("skeletons") { try await cleanup.addSkeletons(limit: Self.batch) }
        await deleteUsersOfDeletedPools()
        for project in projects.all() { await deleteAnonymousUsers(of: project, counting: &done.users) }
        await inBatches("sessions", counting: &done.sessions) {
            try await cleanup.deleteSessions(endedFor: retention, limit: Self.batch)
        }
        await inBatches("codes", counting: &done.codes) {
            try await cleanup.deleteExpiredCodes(limit: Self.batch)
        }
        await inSteps("pendingIdentities") {
            try await cleanup.deleteExpiredPendingIdentities(limit: Self.batch) == Self.batch
        }
        await inSteps("providerTokens") {
            let step = try await federation.revokeTokensOfDeletedIdentities(limit: Self.batch)
            done.providerTokens += step.revoked
            return step.hasMore
        }
        await inBatches("phoneCodes", counting: &done.codes) {
            try await cleanup.deleteExpiredPhoneCodes(limit: Self.batch)
        }
        await inBatches("mails", counting: &done.mails) {
            try await outbox.deleteDeadMessages(
                of: Mail.self,
                createdBefore: mailRetention,
                limit: Self.batch
            )
        }
        await inBatches("textMessages", counting: &done.textMessages) {
            try await outbox.deleteDeadMessages(
                of: TextMessage.self,
                createdBefore: mailRetention,
                limit: Self.batch
            )
        }
        await inBatches("securityEvents", counting: &done.securityEvents) {
            try await events.delete(olderThan: eventRetention, limit: Self.batch)
        }
        if !done.isNothing { logger.info("housekeeping", metadata: done.metadata) }
    }

    private func deleteUsersOfDeletedPools() async {
        var users: [UserPool: Int] = [:]
        await inSteps("deletedPools") {
            guard let step = try await cleanup.finishPoolDeletions(limit: Self.batch) else { return false }
            users[step.pool, default: 0] += step.users
            return true
        }
        for (pool, count) in users {
            var metadata: Logger.Metadata = [
                "project": .string(pool.project.rawValue), "users": .stringConvertible(count),
            ]
            metadata["tenant"] = pool.tenant.map { .string($0.rawValue) }
            let kind = pool.tenant == nil ? "project" : "tenant"
            logger.info("users of a deleted \(kind) are deleted", metadata: metadata)
        }
    }

    private func deleteAnonymousUsers(of project: Project, counting count: inout Int) async {
        var page: UserPlace?
        await inSteps("anonymousUsers") {
            let (deleted, next) = try await cleanup.deleteUnusedAnonymousUsers(
                of: project,
                from: page,
                limit: Self.batch
            )
            count += deleted
            page = next
            return next != nil
        }
    }

    /// Deletes batches as long as they are full.
    private func inBatches(
        _ name: String,
        counting count: inout Int,
        _ delete: () async throws -> Int
    ) async {
        await inSteps(name) {
            let deleted = try await delete()
            count += deleted
            return deleted == Self.batch
        }
    }

    /// Takes steps as long as something may be left to do, and rests after each.
    private func inSteps(_ name: String, _ step: () async throws -> Bool) async {
        let clock = ContinuousClock()
        do {
            while !Task.isCancelled {
                let start = clock.now
                guard try await step() else { return }
                try? await Task.sleep(for: start.duration(to: clock.now) * 9)
            }
        } catch {
            // The store has logged the cause.
            logger.warning(
                "housekeeping step failed; the next round tries again",
                metadata: ["step": .string(name)]
            )
        }
    }
}

/// The deletions of one round.
private struct Done {
    var sessions = 0
    var users = 0
    var administratorTokens = 0
    var securityEvents = 0
    var codes = 0
    var mails = 0
    var textMessages = 0
    var providerTokens = 0

    var isNothing: Bool {
        sessions + users + administratorTokens + securityEvents + codes + mails + textMessages
            + providerTokens == 0
    }

    var metadata: Logger.Metadata {
        [
            "sessions": .stringConvertible(sessions), "anonymousUsers": .stringConvertible(users),
            "administratorTokens": .stringConvertible(administratorTokens),
            "securityEvents": .stringConvertible(securityEvents), "codes": .stringConvertible(codes),
            "mails": .stringConvertible(mails), "textMessages": .stringConvertible(textMessages),
            "providerTokens": .stringConvertible(providerTokens),
        ]
    }
}

extension Housekeeping {
    /// The task that works for a server until it is cancelled; `nil` when none is wanted.
    static func task(
        _ application: Application,
        _ configuration: CardeaServer.Configuration.Housekeeping,
        _ tokenFile: AdministratorTokenFile? = nil
    ) -> Task<Void, Never>? {
        guard configuration.interval > 0 else { return nil }
        var housekeeping = Housekeeping(
            cleanup: application.services.cleanup,
            projects: application.projects,
            events: application.services.securityEvents,
            outbox: application.services.outbox,
            federation: application.services.federation,
            logger: application.dependencies.logger,
            retention: .seconds(Int64(configuration.retention)),
            eventRetention: .seconds(Int64(configuration.eventRetention)),
            mailRetention: .seconds(Int64(configuration.mailRetention)),
            interval: .seconds(configuration.interval)
        )
        if let tokenFile { housekeeping.tidyFiles = tokenFile.tidy }
        return Task { [housekeeping] in await housekeeping.run() }
    }
}
