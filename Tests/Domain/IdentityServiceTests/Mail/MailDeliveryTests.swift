import CardeaIdentityDomain
import CardeaIdentityStore
import CardeaLocks
import CardeaSecrets
import Testing

@testable import CardeaIdentityService

/// A mail server with scripted errors; after them it accepts everything.
private final class ScriptedTransport: MessageTransport {
    private let errors: Mutex<[DeliveryError]>
    private let accepted = Mutex<[OutgoingMail]>([])

    init(_ errors: [DeliveryError] = []) { self.errors = Mutex(errors) }

    var messages: [OutgoingMail] { accepted.withLock { $0 } }

    func send(_ mail: OutgoingMail) async throws(DeliveryError) {
        let error = errors.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let error { throw error }
        accepted.withLock { $0.append(mail) }
    }
}

extension DeliveryError {
    fileprivate static let temporary = DeliveryError(
        isPermanent: false,
        reason: "rejected",
        code: 451,
        description: "451 later"
    )
    fileprivate static let permanent = DeliveryError(
        isPermanent: true,
        reason: "rejected",
        code: 550,
        description: "550 no such mailbox"
    )
}

@Suite("Delivery of mail")
struct MailDeliveryTests {
    private let transport: ScriptedTransport

    init() { transport = ScriptedTransport() }

    private func server(_ transport: (any MessageTransport<OutgoingMail>)?) async throws -> Server {
        try await Server(outbox: Outbox(transport: transport))
    }

    private func enqueue(
        _ server: Server,
        _ purpose: MailPurpose = .passwordReset,
        in pool: UserPool? = nil,
        lifetime: TimeSpan = .hours(1)
    ) async throws -> Mail {
        let mail = try server.services.composer.newMail(
            purpose,
            to: try #require(EmailAddress("ann@example.com")),
            in: pool ?? server.pool,
            language: "de",
            link: "https://id.example/action?oobCode=secret",
            expiresAt: server.clock.now() + lifetime
        )
        try await server.services.store.make([.mail(.enqueue(mail))], by: .server)
        return mail
    }

    @Test("messages of a deleted tenant are deleted with it, and later ones are not sent")
    func deletedTenant() async throws {
        let server = try await server(transport)
        let tenant = try await server.projects.createTenant(in: server.project.id, by: .server)
        let pool = tenant.pool
        let mail = try await enqueue(server, in: pool)
        let other = try await enqueue(server)
        try await server.projects.deleteTenant(tenant.id, in: tenant.project, by: .server)
        #expect(try await stored(server, mail) == nil)
        #expect(try await stored(server, other) != nil)

        let late = try await enqueue(server, in: pool)
        try await #require(server.services.mailDelivery).deliverDue()
        #expect(transport.messages.map(\.id) == [other.id])
        #expect(try await stored(server, late)?.state == .dead)
        #expect(server.projects.scope(in: pool, of: nil) == nil)
    }

    private func stored(_ server: Server, _ mail: Mail) async throws -> Mail? {
        try await server.store.read(.mail(mail.id))
    }

    @Test("a message is sent in its language and deleted")
    func sent() async throws {
        let server = try await server(transport)
        #expect(server.services.composer.canSendMail)
        let delivery = try #require(server.services.mailDelivery)
        let mail = try await enqueue(server)
        #expect(try await delivery.deliverDue() == 1)
        #expect(try await stored(server, mail) == nil)
        let message = try #require(transport.messages.first)
        #expect(message.id == mail.id)
        #expect(message.subject == "Passwort für shop zurücksetzen")
        #expect(message.text.contains("https://id.example/action?oobCode=secret"))
        #expect(try await delivery.deliverDue() == 0)
        #expect(transport.messages.count == 1)
    }

    @Test("without a mail server there is no delivery, and messages wait for one")
    func notConfigured() async throws {
        let server = try await server(nil)
        #expect(!server.services.composer.canSendMail)
        #expect(server.services.mailDelivery == nil)
        await #expect(throws: OutboxAdministrationError.notConfigured) {
            try await server.services.outbox.sendTest(
                to: "a@example.com",
                project: server.project
            )
        }
    }

    @Test("a temporary error is repeated after a delay; a permanent one makes a dead letter")
    func errors() async throws {
        let transport = ScriptedTransport([.temporary, .permanent])
        let server = try await server(transport)
        let delivery = try #require(server.services.mailDelivery)
        let mail = try await enqueue(server)
        try await delivery.deliverDue()
        let postponed = try #require(try await stored(server, mail))
        #expect(postponed.state == .pending)
        #expect(postponed.attempts == 1)
        #expect(postponed.lastError == "451 later")
        #expect(try await delivery.deliverDue() == 0)
        server.clock.advance(.seconds(30))
        try await delivery.deliverDue()
        let dead = try #require(try await stored(server, mail))
        #expect(dead.state == .dead)
        #expect(dead.attempts == 2)
        server.clock.advance(.minutes(5))
        #expect(try await delivery.deliverDue() == 0)

        let administration = server.services.outbox
        #expect(try await administration.retry(mail.id, by: .server).state == .pending)
        try await delivery.deliverDue()
        #expect(try await stored(server, mail) == nil)
        #expect(transport.messages.count == 1)
        await #expect(throws: OutboxAdministrationError.unknownMail) {
            try await administration.retry(mail.id, by: .server)
        }
    }

    @Test("a message with an expired code is not sent, and cannot be tried again")
    func expired() async throws {
        let server = try await server(transport)
        let delivery = try #require(server.services.mailDelivery)
        let mail = try await enqueue(server, lifetime: .minutes(10))
        server.clock.advance(.minutes(10))
        #expect(try await delivery.deliverDue() == 0)
        #expect(transport.messages.isEmpty)
        #expect(try await stored(server, mail)?.state == .dead)
        let administration = server.services.outbox
        await #expect(throws: OutboxAdministrationError.linkExpired) {
            try await administration.retry(mail.id, by: .server)
        }
        #expect(
            try await administration.deleteDeadMessages(of: Mail.self, createdBefore: .hours(1), limit: 9)
                == 0
        )
        server.clock.advance(.hours(1))
        #expect(
            try await administration.deleteDeadMessages(of: Mail.self, createdBefore: .hours(1), limit: 9)
                == 1
        )
    }

    @Test("a server that stopped between sending and deleting sends a second time, with the same ID")
    func crash() async throws {
        let server = try await server(transport)
        let mail = try await enqueue(server)
        // The first server sends, and ends before the deletion.
        let now = server.clock.now()
        let claimed = mail.claimed(at: now)
        try await server.services.store.make([.mail(.update(from: mail, to: claimed))], by: .server)
        let delivery = try #require(server.services.mailDelivery)
        #expect(try await delivery.deliverDue() == 0)
        server.clock.advance(Mail.lease)
        #expect(try await delivery.deliverDue() == 1)
        #expect(transport.messages.map(\.id) == [mail.id])
    }

    @Test("a link that another master key encrypted makes a dead letter")
    func unusableLink() async throws {
        let server = try await server(transport)
        let delivery = try #require(server.services.mailDelivery)
        var mail = try await enqueue(server)
        try await server.services.store.make([.mail(.delete(mail.id))], by: .server)
        mail = Mail(
            id: mail.id,
            pool: mail.pool,
            purpose: mail.purpose,
            recipient: mail.recipient,
            sealedLink: Array(mail.sealedLink.reversed()),
            createdAt: mail.createdAt,
            expiresAt: mail.expiresAt
        )
        try await server.services.store.make([.mail(.enqueue(mail))], by: .server)
        try await delivery.deliverDue()
        #expect(try await stored(server, mail)?.state == .dead)
        #expect(transport.messages.isEmpty)
    }

    @Test(
        "the delivery runs until it is cancelled, and a wake-up starts it at once",
        .timeLimit(.minutes(10))
    )
    func running() async throws {
        let server = try await server(transport)
        let delivery = try #require(server.services.mailDelivery)
        let running = Task { await delivery.run() }
        for count in 1...3 {
            _ = try await enqueue(server)
            server.services.composer.outbox.wake()
            while transport.messages.count < count { try await Task.sleep(for: .milliseconds(5)) }
        }
        running.cancel()
        await running.value
        #expect(transport.messages.count == 3)
    }

    @Test("the test message bypasses the outbox, and its error is returned")
    func testMessage() async throws {
        let transport = ScriptedTransport([.permanent])
        let server = try await server(transport)
        let administration = server.services.outbox
        await #expect(throws: OutboxAdministrationError.notSent(.permanent)) {
            try await administration.sendTest(to: "ann@example.com", project: server.project)
        }
        await #expect(throws: OutboxAdministrationError.invalidAddress) {
            try await administration.sendTest(to: "ann", project: server.project)
        }
        try await administration.sendTest(to: "ann@example.com", project: server.project)
        #expect(transport.messages.map(\.recipient.description) == ["ann@example.com"])
    }
}
