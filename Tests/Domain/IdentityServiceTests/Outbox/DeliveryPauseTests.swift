import CardeaIdentityDomain
import CardeaIdentityStore
import CardeaLocks
import Testing

@testable import CardeaIdentityService

/// A gateway that wants a pause at its first requests.
private final class BusyGateway: MessageTransport {
    private let state: Mutex<(pauses: [TimeSpan], ids: [TextMessageID], sent: Int)>

    init(_ pauses: [TimeSpan]) { state = Mutex((pauses, [], 0)) }

    /// The IDs of all requests, oldest first.
    var ids: [TextMessageID] { state.withLock(\.ids) }
    var sent: Int { state.withLock(\.sent) }

    func send(_ message: OutgoingTextMessage) async throws(DeliveryError) {
        let pause = state.withLock { state -> TimeSpan? in
            state.ids.append(message.id)
            if state.pauses.isEmpty { state.sent += 1 }
            return state.pauses.isEmpty ? nil : state.pauses.removeFirst()
        }
        guard let pause else { return }
        throw DeliveryError(
            isPermanent: false,
            reason: "status",
            code: 429,
            pause: pause,
            description: "busy"
        )
    }
}

@Suite("Pauses of a gateway")
struct DeliveryPauseTests {
    private func server(_ gateway: BusyGateway) async throws -> Server {
        try await Server(textMessages: Outbox(transport: gateway))
    }

    private func send(_ server: Server, _ number: String) async throws {
        _ = try await server.services.phone.sendCode(to: number, by: server.caller())
    }

    @Test("during a pause of the gateway no message is sent, and the same one is sent after it")
    func pause() async throws {
        let gateway = BusyGateway([.seconds(90)])
        let server = try await server(gateway)
        let delivery = try #require(server.services.textMessageDelivery)
        try await send(server, annsNumber)
        #expect(try await delivery.deliverDue() == 1)
        let first = try #require(try await server.store.read(.textMessages(MailSearch(limit: 1))).first)
        #expect(first.state == .pending && first.nextAttemptAt == server.clock.now() + .seconds(90))

        try await send(server, "+16505553435")
        server.clock.advance(.seconds(89))
        #expect(try await delivery.deliverDue() == 0)
        server.clock.advance(.seconds(1))
        #expect(try await delivery.deliverDue() == 2)
        #expect(gateway.sent == 2 && gateway.ids.filter { $0 == first.id }.count == 2)
    }

    @Test(
        "a pause that outlasts the code makes a dead letter, and stops the channel for five minutes at most"
    )
    func longPause() async throws {
        let gateway = BusyGateway([.days(30)])
        let server = try await server(gateway)
        let delivery = try #require(server.services.textMessageDelivery)
        try await send(server, annsNumber)
        #expect(try await delivery.deliverDue() == 1)
        #expect(try await server.store.read(.textMessages(MailSearch(limit: 1))).map(\.state) == [.dead])
        server.clock.advance(.minutes(4))
        try await send(server, "+16505553435")
        #expect(try await delivery.deliverDue() == 0)
        server.clock.advance(.minutes(1))
        #expect(try await delivery.deliverDue() == 1)
        #expect(gateway.sent == 1)
    }

    @Test("slots are shared by destination, and a clock that is set back makes no pause longer (security 28)")
    func slots() {
        let now = Timestamp(seconds: 1_800_000_000)
        var slots = DeliverySlots(Mail.schedule)
        #expect(slots.free == 16 && slots.busy.isEmpty)
        for _ in 0..<4 { slots.begin("a.example") }
        slots.begin("b.example")
        #expect(slots.free == 11 && slots.busy == ["a.example"])
        slots.end("a.example")
        #expect(slots.busy.isEmpty)
        // All that are busy while slots are free fit into one query.
        var full = DeliverySlots(Mail.schedule)
        var number = 0
        while full.free > 0 {
            #expect(full.busy.count <= OutboxQuery.maximumExceptions)
            full.begin("\(number / Mail.schedule.concurrencyPerDestination)")
            number += 1
        }
        slots.pause(for: .days(1), at: now)
        #expect(slots.pause(at: now) == .minutes(5) && slots.pause(at: now + .minutes(5)) == nil)
        #expect(slots.pause(at: now - .hours(1)) == nil)
    }
}
