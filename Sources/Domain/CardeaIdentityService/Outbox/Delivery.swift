package import CardeaIdentityDomain
import CardeaLocks
import CardeaLogging

package typealias MailDelivery = Delivery<Mail>
package typealias TextMessageDelivery = Delivery<TextMessage>

/// Sends the messages of one channel, and tries again later what was not sent.
///
/// A message is sent at least once: it is deleted after the receiver has accepted it. If the server stops before the
/// deletion, or the deletion fails, the message is sent again with the same ID.
package struct Delivery<Message: OutboxMessage>: Sendable {
    /// The longest wait: another node may have enqueued a message.
    private static var longestWait: Duration { .seconds(5) }

    private let channel: DeliveryChannel<Message>
    private let store: ServiceStore
    private let signal: OutboxSignal
    private let clock: any WallClock
    private let random: any RandomSource
    private let logger: Logger
    private let slots: SharedSlots

    init(
        _ channel: DeliveryChannel<Message>,
        store: ServiceStore,
        signal: OutboxSignal,
        clock: any WallClock,
        random: any RandomSource,
        logger: Logger
    ) {
        self.channel = channel
        self.store = store
        self.signal = signal
        self.clock = clock
        self.random = random
        self.logger = logger
        slots = SharedSlots(Message.schedule)
    }

    /// Works until its task is cancelled; attempts that run then end soon.
    ///
    /// An attempt without a response holds up no other: the next messages are claimed while it runs.
    package func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do throws(IdentityError) {
                    let claimed = try await claimDue()
                    for message in claimed {
                        group.addTask {
                            await attempt(message)
                            signal.wake()
                        }
                    }
                    if claimed.isEmpty { await signal.wait(atMost: try await timeToNext()) }
                } catch {
                    // The store has logged the cause.
                    logger.warning(
                        "delivery was stopped by an error; the next look tries again",
                        metadata: ["channel": .string(channel.name)]
                    )
                    await signal.wait(atMost: Self.longestWait)
                }
            }
        }
    }

    private func timeToNext() async throws(IdentityError) -> Duration {
        let slots = slots.current
        // The end of an attempt wakes the delivery.
        guard slots.free > 0 else { return Self.longestWait }
        guard let next = try await store.read(NextAttemptLookup<Message>(except: slots.busy)) else {
            return Self.longestWait
        }
        let now = clock.now()
        let wait = max(next - now, slots.pause(at: now) ?? .seconds(0), .seconds(0))
        return min(.milliseconds(wait.milliseconds), Self.longestWait)
    }

    /// Claims messages that are due, and gives up those that have expired.
    ///
    /// - Returns: The messages to attempt, whose slots are taken.
    func claimDue() async throws(IdentityError) -> [Message] {
        let now = clock.now()
        let slots = slots.current
        guard slots.free > 0, slots.pause(at: now) == nil else { return [] }
        let lookup = OutboxMessagesLookup<Message>(.due(at: now, limit: slots.free, except: slots.busy))
        let (claimed, expired) = try await store.transact(lookup, by: .server) { due in
            let expired = due.compactMap { message in message.expired(at: now).map { (message, $0) } }
            let live = slots.admitted(due.filter { $0.expired(at: now) == nil })
                .map { ($0, $0.claimed(at: now)) }
            let changes = (expired + live).map { Message.change(.update(from: $0, to: $1)) }
            return Decision(changes, (live.map(\.1), expired.map(\.1)))
        }
        for message in claimed { self.slots.begin(message.destination) }
        for message in expired { record(message, nil) }
        return claimed
    }

    /// Sends one message that was claimed, and stores what became of it.
    func attempt(_ message: Message) async {
        defer { slots.end(message.destination) }
        do throws(DeliveryError) {
            try await channel.send(message)
        } catch {
            return await postpone(message, error)
        }
        channel.count(.sent)
        logger.info("\(channel.name) sent", metadata: metadata(of: message))
        do throws(IdentityError) {
            try await store.make([Message.change(.delete(message.id))], by: .server)
        } catch {
            logger.warning(
                "a sent \(channel.name) was not deleted; it is sent again",
                metadata: metadata(of: message)
            )
        }
    }

    private func postpone(_ message: Message, _ error: DeliveryError) async {
        let now = clock.now()
        if let pause = error.pause { slots.pause(for: pause, at: now) }
        let failed = message.failed(
            error.description,
            isPermanent: error.isPermanent,
            after: error.pause,
            at: now,
            jitter: random.word()
        )
        do throws(IdentityError) {
            try await store.make([Message.change(.update(from: message, to: failed))], by: .server)
        } catch {
            // The lease ends, and the next attempt begins.
            logger.warning("the end of an attempt was not stored", metadata: metadata(of: message))
        }
        record(failed, error)
    }

    /// Counts and logs an attempt without success.
    private func record(_ message: Message, _ error: DeliveryError?) {
        channel.count(message.state == .dead ? .dead : .postponed)
        var metadata = metadata(of: message)
        metadata["reason"] = .string(error?.reason ?? "expired")
        metadata["code"] = .stringConvertible(error?.code ?? 0)
        if message.state == .dead {
            logger.error("\(channel.name) given up: see 'cardea outbox list'", metadata: metadata)
        } else {
            logger.warning("\(channel.name) not sent; it is tried again", metadata: metadata)
        }
    }

    /// The metadata of a log line: neither the recipient nor the secret.
    private func metadata(of message: Message) -> Logger.Metadata {
        [
            channel.idKey: .string(message.id.rawValue), "project": .string(message.pool.project.rawValue),
            "purpose": .string(channel.purpose(message)), "attempts": .stringConvertible(message.attempts),
        ]
    }
}

/// The slots of a channel, which its attempts share.
private final class SharedSlots: Sendable {
    private let slots: Mutex<DeliverySlots>

    init(_ schedule: DeliverySchedule) { slots = Mutex(DeliverySlots(schedule)) }

    var current: DeliverySlots { slots.withLock(\.self) }
    func begin(_ destination: String) { slots.withLock { $0.begin(destination) } }
    func end(_ destination: String) { slots.withLock { $0.end(destination) } }
    func pause(for span: TimeSpan, at now: Timestamp) { slots.withLock { $0.pause(for: span, at: now) } }
}
