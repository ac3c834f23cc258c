import CardeaIdentityDomain
import CardeaIdentityStore
import CardeaLocks
import CardeaSecrets
import Testing

@testable import CardeaIdentityService

/// A mail server or a gateway that does not respond for some destinations until it is released.
private final class StallingTransport<Message: Addressed>: MessageTransport {
    private struct State: Sendable {
        var isReleased = false
        var stalled: [CheckedContinuation<Void, Never>] = []
        var largestNumber = 0
        var sent: [String] = []
    }

    private let isSlow: @Sendable (String) -> Bool
    private let state = Mutex(State())

    init(_ isSlow: @escaping @Sendable (String) -> Bool) { self.isSlow = isSlow }

    var sent: [String] { state.withLock(\.sent) }
    var stalled: Int { state.withLock(\.stalled.count) }
    var largestNumber: Int { state.withLock(\.largestNumber) }

    func release() {
        let stalled = state.withLock { state in
            state.isReleased = true
            defer { state.stalled = [] }
            return state.stalled
        }
        for continuation in stalled { continuation.resume() }
    }

    func send(_ message: Message) async throws(DeliveryError) {
        let recipient = message.address
        if isSlow(recipient) {
            await withCheckedContinuation { continuation in
                let isReleased = state.withLock { state in
                    if !state.isReleased { state.stalled.append(continuation) }
                    state.largestNumber = max(state.largestNumber, state.stalled.count)
                    return state.isReleased
                }
                if isReleased { continuation.resume() }
            }
        }
        state.withLock { $0.sent.append(recipient) }
    }
}

private protocol Addressed: Sendable {
    var address: String { get }
}

extension OutgoingMail: Addressed {
    fileprivate var address: String { recipient.description }
}

extension OutgoingTextMessage: Addressed {
    fileprivate var address: String { recipient }
}

@Suite("Messages behind slow ones", .timeLimit(.minutes(10)))
struct HeadOfLineTests {
    private func enqueue(_ server: Server, _ recipients: [String]) async throws {
        for recipient in recipients {
            let mail = try server.services.composer.newMail(
                .passwordReset,
                to: try #require(EmailAddress(recipient)),
                in: server.pool,
                language: nil,
                link: "https://id.example/action",
                expiresAt: server.clock.now() + .hours(1)
            )
            try await server.services.store.make([.mail(.enqueue(mail))], by: .server)
            server.clock.advance(TimeSpan(milliseconds: 1))
        }
    }

    private func eventually(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("a long queue of mail to a slow domain does not delay other mail (security 29)")
    func slowDomain() async throws {
        let transport = StallingTransport<OutgoingMail> { $0.hasSuffix("@slow.example") }
        let server = try await Server(outbox: Outbox(transport: transport))
        let delivery = try #require(server.services.mailDelivery)
        // Many more than run at a time stand in front of the others.
        let slow = (0..<40).map { "user\($0)@slow.example" }
        let others = (0..<6).map { "user\($0)@other\($0).example" }
        try await enqueue(server, slow + others)
        let running = Task { await delivery.run() }
        try await eventually { transport.sent.count == others.count }
        #expect(Set(transport.sent) == Set(others))
        #expect(transport.stalled == Mail.schedule.concurrencyPerDestination)

        transport.release()
        try await eventually { transport.sent.count == slow.count + others.count }
        running.cancel()
        await running.value
        #expect(transport.largestNumber == Mail.schedule.concurrencyPerDestination)
        #expect(Set(transport.sent) == Set(slow + others))
        #expect(try await server.store.read(NextAttemptLookup<Mail>()) == nil)
    }

    @Test("one stalled message does not delay those that come after it (security 29)")
    func oneStalled() async throws {
        let transport = StallingTransport<OutgoingMail> { $0.hasPrefix("slow") }
        let server = try await Server(outbox: Outbox(transport: transport))
        let delivery = try #require(server.services.mailDelivery)
        try await enqueue(server, ["slow@example.com"])
        let running = Task { await delivery.run() }
        try await eventually { transport.stalled == 1 }
        // More than one look claims, of the same domain.
        let later = (0..<40).map { "user\($0)@example.com" }
        try await enqueue(server, later)
        server.services.composer.outbox.wake()
        try await eventually { transport.sent.count == later.count }
        transport.release()
        try await eventually { transport.sent.count == later.count + 1 }
        running.cancel()
        await running.value
    }

    @Test("a mail server that does not respond does not delay text messages (security 29)")
    func otherChannel() async throws {
        let mails = StallingTransport<OutgoingMail> { _ in true }
        let gateway = StallingTransport<OutgoingTextMessage> { _ in false }
        let server = try await Server(
            outbox: Outbox(transport: mails),
            textMessages: Outbox(transport: gateway)
        )
        try await enqueue(server, (0..<40).map { "user\($0)@host\($0).example" })
        let mailDelivery = try #require(server.services.mailDelivery)
        let textMessageDelivery = try #require(server.services.textMessageDelivery)
        let deliveries = [Task { await mailDelivery.run() }, Task { await textMessageDelivery.run() }]
        try await eventually { mails.stalled == Mail.schedule.concurrency }
        _ = try await server.services.phone.sendCode(to: annsNumber, by: server.caller())
        try await eventually { gateway.sent == [annsNumber] }
        #expect(mails.stalled == Mail.schedule.concurrency && mails.sent.isEmpty)
        mails.release()
        try await eventually { mails.sent.count == 40 }
        for delivery in deliveries {
            delivery.cancel()
            await delivery.value
        }
    }
}
