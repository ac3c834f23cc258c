import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaLocks
import CardeaSecrets
import Testing

@Suite("Delivery of text messages")
struct TextMessageDeliveryTests {
    /// A gateway that fails as long as it is told to.
    private final class Gateway: MessageTransport {
        private let state = Mutex((error: DeliveryError?.none, sent: [OutgoingTextMessage]()))

        var sent: [OutgoingTextMessage] { state.withLock(\.sent) }

        func fail(_ error: DeliveryError?) { state.withLock { $0.error = error } }

        func send(_ message: OutgoingTextMessage) async throws(DeliveryError) {
            let error = state.withLock { state in
                if state.error == nil { state.sent.append(message) }
                return state.error
            }
            if let error { throw error }
        }
    }

    private static let busy = DeliveryError(
        isPermanent: false,
        reason: "status",
        code: 503,
        description: "busy"
    )
    private static let rejected = DeliveryError(
        isPermanent: true,
        reason: "status",
        code: 400,
        description: "bad number"
    )

    private let gateway = Gateway()
    private let server: Server

    init() async throws {
        server = try await Server(textMessages: Outbox(transport: gateway))
    }

    private func send(language: String? = nil) async throws -> Secret {
        try await server.services.phone.sendCode(to: annsNumber, by: server.caller(language: language))
    }

    private func messages() async throws -> [TextMessage] {
        try await server.store.read(.textMessages(MailSearch(limit: 9)))
    }

    @Test("a message with the code is sent once, and the code signs in (U6)")
    func delivered() async throws {
        let name = try await send()
        let delivery = try #require(server.services.textMessageDelivery)
        #expect(try await delivery.deliverDue() == 1)
        #expect(try await delivery.deliverDue() == 0)
        let message = try #require(gateway.sent.first)
        #expect(message.recipient == annsNumber && message.purpose == .phoneSignIn)
        #expect(message.text == "\(message.code.reveal()) is your verification code for shop.")
        #expect(try await messages().isEmpty)
        _ = try await server.signIn(.code(message.code, sessionInfo: name))
    }

    @Test(
        "a message has the language of the request, and the project's text",
        arguments: [
            ("ja", "ja"), ("zh-CN", "zh"), ("ko", "ko"), ("de-AT", "de"), ("fr", "en"), ("pt-BR", "pt-br"),
        ]
    )
    func languages(asked: String, used: String) async throws {
        try await server.changePolicy {
            $0.mail.appName = "Laden"
            $0.phone.messages = "nl=%CODE%;;pt-br=%APP_NAME%: %CODE%, 100%"
        }
        _ = try await send(language: asked)
        try await #require(server.services.textMessageDelivery).deliverDue()
        let message = try #require(gateway.sent.first)
        #expect(message.language == used)
        #expect(message.text.contains("Laden") && message.text.contains(message.code.reveal()))
        if used == "pt-br" { #expect(message.text == "Laden: \(message.code.reveal()), 100%") }
    }

    @Test("a message that was not sent is tried again until its code expires (security 29)")
    func retries() async throws {
        _ = try await send()
        gateway.fail(Self.busy)
        let delivery = try #require(server.services.textMessageDelivery)
        #expect(try await delivery.deliverDue() == 1)
        let waiting = try #require(try await messages().first)
        #expect(waiting.state == .pending && waiting.attempts == 1 && waiting.lastError == "busy")
        #expect((1000...2000).contains((waiting.nextAttemptAt - server.clock.now()).milliseconds))
        server.clock.advance(.seconds(2))
        gateway.fail(nil)
        #expect(try await delivery.deliverDue() == 1)
        #expect(gateway.sent.count == 1)

        _ = try await send()
        server.clock.advance(.seconds(600))
        #expect(try await delivery.deliverDue() == 0)
        #expect(gateway.sent.count == 1)
        #expect(try await messages().map(\.state) == [.dead])
    }

    @Test("a message that the gateway rejects is a dead letter, which the operator sees, retries and deletes")
    func deadLetter() async throws {
        _ = try await send()
        gateway.fail(Self.rejected)
        let delivery = try #require(server.services.textMessageDelivery)
        try await delivery.deliverDue()
        let administration = server.services.outbox
        var search = MailSearch(limit: 9)
        search.state = .dead
        let entry = try #require(try await administration.entries(search).first)
        #expect(
            entry.channel == .sms && entry.recipient == annsNumber && entry.message.lastError == "bad number"
        )
        gateway.fail(nil)
        _ = try await administration.retryEntry(entry.id, by: .server)
        try await delivery.deliverDue()
        #expect(gateway.sent.count == 1 && gateway.sent[0].id.rawValue == entry.id)

        _ = try await send()
        let second = try #require(try await administration.entries(MailSearch(limit: 9)).first)
        _ = try await administration.deleteEntry(second.id, by: .server)
        #expect(try await administration.entries(MailSearch(limit: 9)).isEmpty)
        await #expect(throws: OutboxAdministrationError.unknownMail) {
            try await administration.entry(second.id)
        }
    }

    @Test("dead letters are deleted after the retention period (security 34)")
    func retention() async throws {
        _ = try await send()
        gateway.fail(Self.rejected)
        try await #require(server.services.textMessageDelivery).deliverDue()
        let administration = server.services.outbox
        server.clock.advance(.days(7))
        #expect(
            try await administration.deleteDeadMessages(
                of: TextMessage.self,
                createdBefore: .days(7),
                limit: 9
            ) == 0
        )
        server.clock.advance(.seconds(1))
        #expect(
            try await administration.deleteDeadMessages(
                of: TextMessage.self,
                createdBefore: .days(7),
                limit: 9
            ) == 1
        )
    }

    @Test("the outbox lists mail and text messages together, oldest first")
    func mixed() async throws {
        _ = try await server.signUp()
        var expected: [OutboxEntry.Channel] = []
        for number in 0..<4 {
            server.clock.advance(.seconds(1))
            if number % 2 == 0 {
                _ = try await send()
                expected.append(.sms)
            } else {
                let request = CodeRequest(.passwordReset, email: "ann@example.com")
                _ = try await server.services.verification.sendCode(
                    request,
                    for: .anyone,
                    by: server.caller()
                )
                expected.append(.mail)
            }
        }
        let administration = server.services.outbox
        var search = MailSearch(limit: 3)
        let page = try await administration.entries(search)
        #expect(page.map(\.channel) == Array(expected[..<3]))
        let last = try #require(page.last)
        search.after = MailPlace(createdAt: last.message.createdAt, id: MailID(rawValue: last.id))
        #expect(try await administration.entries(search).map(\.channel) == [expected[3]])
    }
}
