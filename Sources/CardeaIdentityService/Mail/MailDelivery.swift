import CardeaIdentityDomain
import CardeaLogging
import CardeaSecrets

/// Sends the messages of the outbox, and tries again later what was not sent.
///
/// A message is sent at least once: it is deleted after the mail server has accepted it. If the server stops in
/// between, or the deletion fails, the message is sent a second time, with the same `Message-ID`.
package struct MailDelivery: Sendable {
    /// The messages of one look, and the largest number of concurrent attempts.
    private static let batch = 8
    /// The longest pause: another node may have enqueued a message.
    private static let pause = Duration.seconds(5)

    private let store: ServiceStore
    private let projects: ProjectDirectory
    private let outbox: Outbox
    private let transport: any MailTransport
    private let clock: any WallClock
    private let random: any RandomSource
    private let metrics: ServiceMetrics
    private let logger: Logger

    /// - Returns: `nil` if no mail server is configured: then messages wait.
    init?(
        store: ServiceStore,
        projects: ProjectDirectory,
        outbox: Outbox,
        clock: any WallClock,
        random: any RandomSource,
        metrics: ServiceMetrics,
        logger: Logger
    ) {
        guard let transport = outbox.transport else { return nil }
        self.store = store
        self.projects = projects
        self.outbox = outbox
        self.transport = transport
        self.clock = clock
        self.random = random
        self.metrics = metrics
        self.logger = logger
    }

    /// Works until its task is cancelled; attempts that run then end soon.
    package func run() async {
        while !Task.isCancelled {
            do throws(IdentityError) {
                if try await deliverDue() == Self.batch { continue }
                await outbox.wait(atMost: try await timeToNext())
            } catch {
                // The store has logged the cause.
                logger.warning(
                    "delivery of mail stopped by an error; the next look tries again"
                )
                await outbox.wait(atMost: Self.pause)
            }
        }
    }

    private func timeToNext() async throws(IdentityError) -> Duration {
        guard let next = try await store.read(.nextMail) else { return Self.pause }
        let wait = Duration.milliseconds(max(0, (next - clock.now()).milliseconds))
        return min(wait, Self.pause)
    }

    /// Attempts the messages that are due, up to a limit.
    ///
    /// - Returns: How many were due.
    @discardableResult
    package func deliverDue() async throws(IdentityError) -> Int {
        let now = clock.now()
        let (claimed, expired) = try await store.transact(.dueMails(at: now, limit: Self.batch)) { due in
            let expired = due.compactMap { mail in mail.expired(at: now).map { (mail, $0) } }
            let live = due.filter { $0.expired(at: now) == nil }.map { ($0, $0.claimed(at: now)) }
            let changes = (expired + live).map { Change.mail(.update(from: $0, to: $1)) }
            return Decision(changes, (live.map(\.1), expired.map(\.1)))
        }
        for mail in expired { record(mail, nil) }
        await withTaskGroup(of: Void.self) { group in
            for mail in claimed { group.addTask { await attempt(mail) } }
        }
        return claimed.count + expired.count
    }

    /// Sends one message that was claimed, and stores what became of it.
    private func attempt(_ mail: Mail) async {
        do throws(MailTransportError) {
            try await transport.send(try await message(for: mail))
        } catch {
            return await recordFailure(error, of: mail)
        }
        metrics.count(.sent)
        logger.info("mail sent", metadata: mail.logMetadata)
        do throws(IdentityError) {
            try await store.make([.mail(.delete(mail.id))])
        } catch {
            logger.warning(
                "a sent mail was not deleted; it is sent again",
                metadata: mail.logMetadata
            )
        }
    }

    private func message(for mail: Mail) async throws(MailTransportError) -> OutgoingMail {
        let project = mail.pool.project
        let link: Secret
        do throws(ProjectDirectoryError) {
            // Another node may have changed the settings.
            try await projects.synchronize()
            link = try projects.vault.link(of: mail)
        } catch {
            if case .store = error { throw .unreadableStore }
            throw .permanent("unusable_link", "The link was encrypted under another master key.")
        }
        guard let policy = projects.policy(in: mail.pool, of: nil) else {
            throw .permanent("unknown_project", "The project has been deleted.")
        }
        do throws(IdentityError) {
            let templates = try await store.read(.mailTemplates(of: project))
            return MailRenderer(project, policy.mail, templates: templates).render(mail, link: link)
        } catch {
            throw .unreadableStore
        }
    }

    private func recordFailure(_ error: MailTransportError, of mail: Mail) async {
        let failed = mail.failed(
            error.description,
            isPermanent: error.isPermanent,
            at: clock.now(),
            jitter: random.word()
        )
        do throws(IdentityError) {
            try await store.make([.mail(.update(from: mail, to: failed))])
        } catch {
            // The lease ends, and the next attempt begins.
            logger.warning("the end of an attempt was not stored", metadata: mail.logMetadata)
        }
        record(failed, error)
    }

    /// Counts and logs an attempt without success.
    private func record(_ mail: Mail, _ error: MailTransportError?) {
        metrics.count(mail.state == .dead ? .dead : .postponed)
        var metadata = mail.logMetadata
        metadata["reason"] = .string(error?.reason ?? "expired")
        metadata["code"] = .stringConvertible(error?.code ?? 0)
        if mail.state == .dead {
            logger.error("mail given up: see 'cardea outbox list'", metadata: metadata)
        } else {
            logger.warning("mail not sent; it is tried again", metadata: metadata)
        }
    }
}

extension Mail {
    /// The metadata of a log line: neither the address nor the link.
    fileprivate var logMetadata: Logger.Metadata {
        [
            "mail": .string(id.rawValue), "project": .string(pool.project.rawValue),
            "purpose": .string(purpose.rawValue), "attempts": .stringConvertible(attempts),
        ]
    }
}

extension MailTransportError {
    fileprivate static let unreadableStore = MailTransportError(
        isPermanent: false,
        reason: "store",
        code: nil,
        description: "The settings or the templates could not be read."
    )

    fileprivate static func permanent(_ reason: String, _ description: String) -> MailTransportError {
        MailTransportError(isPermanent: true, reason: reason, code: nil, description: description)
    }
}
