import CardeaIdentityDomain
import CardeaSecrets
import Testing

@testable import CardeaIdentityService

@Suite("Outbox")
struct OutboxTests {
    @Test("a new message has its link encrypted, bound to the message (security 24)")
    func sealedLink() async throws {
        let server = try await Server()
        let address = try #require(EmailAddress("ann@example.com"))
        let link = Secret("https://id.example/action?oobCode=secret-code")
        let mail = try server.services.composer.newMail(
            .passwordReset,
            to: address,
            in: server.pool,
            language: "de",
            link: link,
            expiresAt: server.clock.now() + .hours(1)
        )
        #expect(mail.id.rawValue.count == 32)
        #expect(mail.email == address)
        #expect(!String(decoding: mail.sealedLink, as: UTF8.self).contains("secret"))
        #expect(try server.projects.vault.link(of: mail).reveal() == link.reveal())

        let other = try server.services.composer.newMail(
            .passwordReset,
            to: address,
            in: server.pool,
            language: "de",
            link: link,
            expiresAt: server.clock.now() + .hours(1)
        )
        #expect(other.id != mail.id)
        let swapped = Mail(
            id: other.id,
            pool: mail.pool,
            purpose: mail.purpose,
            recipient: mail.recipient,
            sealedLink: mail.sealedLink,
            createdAt: mail.createdAt,
            expiresAt: mail.expiresAt
        )
        #expect(throws: ProjectDirectoryError.self) { try server.projects.vault.link(of: swapped) }
    }

    @Test("a wake-up before the delivery waits is not lost; many of them are one", .timeLimit(.minutes(10)))
    func wakeUps() async throws {
        let outbox = OutboxSignal()
        outbox.wake()
        outbox.wake()
        await outbox.wait(atMost: .seconds(3600))
        // Nothing is left over: this wait lasts until its end.
        await outbox.wait(atMost: .milliseconds(1))
        let waiting = Task { await outbox.wait(atMost: .seconds(3600)) }
        outbox.wake()
        await waiting.value
        let cancelled = Task { await outbox.wait(atMost: .seconds(3600)) }
        cancelled.cancel()
        await cancelled.value
    }
}
