import CardeaIdentityDomain
import CardeaLocks
import CardeaLogging
import CardeaSecrets

/// Sends the text messages of the outbox, and tries again later what was not sent.
///
/// A message is sent at least once: it is deleted after the gateway has accepted it.
package struct TextMessageDelivery: Sendable {
    /// The largest number of concurrent attempts.
    private static let batch = 8
    /// The longest pause: another node may have enqueued a message.
    private static let pause = Duration.seconds(5)

    private let store: ServiceStore
    private let projects: ProjectDirectory
    private let outbox: TextMessageOutbox
    private let transport: any TextMessageTransport
    private let clock: any WallClock
    private let random: any RandomSource
    private let metrics: ServiceMetrics
    private let logger: Logger

    /// - Returns: `nil` if no gateway is configured: then messages wait.
    init?(
        store: ServiceStore,
        projects: ProjectDirectory,
        outbox: TextMessageOutbox,
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
    ///
    /// An attempt without a response holds up no other: the next messages are claimed while it runs.
    package func run() async {
        let running = RunningAttempts()
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let free = Self.batch - running.count
                do throws(IdentityError) {
                    let claimed = free > 0 ? try await claimDue(free) : []
                    for message in claimed {
                        running.begin()
                        group.addTask {
                            await attempt(message)
                            running.end()
                            outbox.wake()
                        }
                    }
                    if claimed.isEmpty {
                        await outbox.wait(atMost: free > 0 ? try await timeToNext() : Self.pause)
                    }
                } catch {
                    // The store has logged the cause.
                    logger.warning("delivery of text messages stopped by an error; the next look tries again")
                    await outbox.wait(atMost: Self.pause)
                }
            }
        }
    }

    private func timeToNext() async throws(IdentityError) -> Duration {
        guard let next = try await store.read(.nextTextMessage) else { return Self.pause }
        return min(.milliseconds(max(0, (next - clock.now()).milliseconds)), Self.pause)
    }

    /// Attempts the messages that are due, up to a limit, and waits for the attempts.
    ///
    /// - Returns: How many were attempted.
    @discardableResult
    package func deliverDue() async throws(IdentityError) -> Int {
        let claimed = try await claimDue(Self.batch)
        await withDiscardingTaskGroup { group in
            for message in claimed { group.addTask { await attempt(message) } }
        }
        return claimed.count
    }

    /// Claims messages that are due, and gives up those that have expired.
    private func claimDue(_ limit: Int) async throws(IdentityError) -> [TextMessage] {
        let now = clock.now()
        let (claimed, expired) = try await store.transact(.dueTextMessages(at: now, limit: limit)) { due in
            let expired = due.compactMap { message in message.expired(at: now).map { (message, $0) } }
            let live = due.filter { $0.expired(at: now) == nil }.map { ($0, $0.claimed(at: now)) }
            let changes = (expired + live).map { Change.textMessage(.update(from: $0, to: $1)) }
            return Decision(changes, (live.map(\.1), expired.map(\.1)))
        }
        for message in expired { record(message, nil) }
        return claimed
    }

    /// Sends one message that was claimed, and stores what became of it.
    private func attempt(_ message: TextMessage) async {
        do throws(TextMessageTransportError) {
            try await transport.send(try await outgoing(message))
        } catch {
            return await keep(error, of: message)
        }
        metrics.countTextMessage(.sent)
        logger.info("text message sent", metadata: message.logMetadata)
        do throws(IdentityError) {
            try await store.make([.textMessage(.delete(message.id))])
        } catch {
            logger.warning(
                "a sent text message was not deleted; it is sent again",
                metadata: message.logMetadata
            )
        }
    }

    private func outgoing(
        _ message: TextMessage
    ) async throws(TextMessageTransportError) -> OutgoingTextMessage {
        let code: Secret
        do throws(ProjectDirectoryError) {
            // Another node may have changed the settings.
            try await projects.synchronize()
            code = try projects.vault.code(of: message)
        } catch {
            if case .store = error { throw .unreadableStore }
            throw .permanent("unusable_code", "The code was encrypted under another master key.")
        }
        guard let policy = projects.policy(in: message.pool, of: nil) else {
            throw .permanent("unknown_project", "The project has been deleted.")
        }
        let template = policy.phone.template(message.language, default: policy.mail.language)
        let project = message.pool.project
        return OutgoingTextMessage(
            id: message.id,
            project: project,
            tenant: message.pool.tenant,
            purpose: message.purpose,
            recipient: message.recipient,
            language: template.language,
            text: template.filled(code: code.reveal(), appName: policy.mail.appName ?? project.rawValue),
            code: code,
            expiresAt: message.expiresAt
        )
    }

    private func keep(_ error: TextMessageTransportError, of message: TextMessage) async {
        let failed = message.failed(
            error.description,
            isPermanent: error.isPermanent,
            at: clock.now(),
            jitter: random.word()
        )
        do throws(IdentityError) {
            try await store.make([.textMessage(.update(from: message, to: failed))])
        } catch {
            // The lease ends, and the next attempt begins.
            logger.warning("the end of an attempt was not stored", metadata: message.logMetadata)
        }
        record(failed, error)
    }

    /// Counts and logs an attempt without success.
    private func record(_ message: TextMessage, _ error: TextMessageTransportError?) {
        metrics.countTextMessage(message.state == .dead ? .dead : .postponed)
        var metadata = message.logMetadata
        metadata["reason"] = .string(error?.reason ?? "expired")
        metadata["status"] = .stringConvertible(error?.status ?? 0)
        if message.state == .dead {
            logger.error("text message given up: see 'cardea outbox list'", metadata: metadata)
        } else {
            logger.warning("text message not sent; it is tried again", metadata: metadata)
        }
    }
}

/// The number of attempts that run.
private final class RunningAttempts: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock(\.self) }
    func begin() { number.withLock { $0 += 1 } }
    func end() { number.withLock { $0 -= 1 } }
}

extension TextMessage {
    /// The metadata of a log line: neither the number nor the code.
    fileprivate var logMetadata: Logger.Metadata {
        [
            "message": .string(id.rawValue), "project": .string(pool.project.rawValue),
            "purpose": .string(purpose.rawValue), "attempts": .stringConvertible(attempts),
        ]
    }
}

extension TextMessageTransportError {
    fileprivate static let unreadableStore = TextMessageTransportError(
        isPermanent: false,
        reason: "store",
        description: "The settings could not be read."
    )

    fileprivate static func permanent(_ reason: String, _ description: String) -> Self {
        Self(isPermanent: true, reason: reason, description: description)
    }
}
