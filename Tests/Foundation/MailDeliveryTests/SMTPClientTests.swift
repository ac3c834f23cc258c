import CardeaMailDelivery
import ChildProcesses
import Testing
import CardeaSecrets

extension Trait where Self == ConditionTrait {
    static var needsMailSink: Self {
        .enabled(if: MailSink.isInstalled, "Scripts/python-clients installs the mail server")
    }
}

@Suite("SMTP", .needsMailSink)
struct SMTPClientTests {
    private static let user = (name: "cardea", password: "correct horse ✓")

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func message(_ text: String = "Hello\n.\n..dots\nÜnï ✓") throws -> MailMessage {
        MailMessage(
            id: "0123456789abcdef0123456789abcdef",
            senderName: "Shop",
            sender: try #require(MailAddress("no-reply@shop.example")),
            recipient: try #require(MailAddress("ann@example.com")),
            subject: "Reset your password",
            text: text,
            html: "<p>Hello</p>",
            language: "en",
            date: 1_800_000_000_000
        )
    }

    private func configuration(
        _ sink: MailSink,
        _ security: SMTPConfiguration.Security = .starttls,
        credentials: SMTPConfiguration.Credentials? = nil
    ) -> SMTPConfiguration {
        SMTPConfiguration(
            host: "127.0.0.1",
            port: sink.port,
            security: security,
            credentials: credentials,
            certificateAuthorities: sink.certificate,
            helloName: "id.shop.example"
        )
    }

    private func error(_ configuration: SMTPConfiguration, _ text: String = "Hello") async throws -> SMTPError
    {
        let client = SMTPClient(configuration)
        let message = try message(text)
        return try #require(await #expect(throws: SMTPError.self) { try await client.send(message) })
    }

    @Test("a message arrives whole over each kind of connection", arguments: ["starttls", "tls", "none"])
    func delivery(security: String) async throws {
        let sink = try await MailSink(in: directory, security: security, user: Self.user)
        let kind = try #require(SMTPConfiguration.Security(rawValue: security))
        let credentials = SMTPConfiguration.Credentials(
            user: Self.user.name,
            password: Secret(Self.user.password)
        )
        let client = SMTPClient(configuration(sink, kind, credentials: credentials))
        for _ in 1...2 { try await client.send(message()) }
        let messages = try sink.messages
        #expect(messages.count == 2)
        let received = try #require(messages.first)
        #expect(received.hello == "id.shop.example")
        #expect(received.isEncrypted == (security != "none"))
        #expect(received.user == Self.user.name)
        #expect(received.sender == "no-reply@shop.example")
        #expect(received.recipients == ["ann@example.com"])
        #expect(received.text == "Hello\n.\n..dots\nÜnï ✓")
        #expect(received.html == "<p>Hello</p>")
        #expect(received.defects == [])
    }

    @Test("a server without STARTTLS gets neither the message nor the password (security 22)")
    func noSTARTTLS() async throws {
        let sink = try await MailSink(in: directory, security: "none")
        let credentials = SMTPConfiguration.Credentials(user: "u", password: "p")
        let error = try await error(configuration(sink, .starttls, credentials: credentials))
        #expect(error.reason == .noSTARTTLS)
        #expect(!error.isPermanent)
        #expect(try sink.messages.isEmpty)
    }

    @Test("a certificate that is not trusted, or for another name, is rejected", arguments: [true, false])
    func certificate(isTrusted: Bool) async throws {
        let sink = try await MailSink(
            in: directory,
            certificateFor: isTrusted ? "DNS:other.example" : "IP:127.0.0.1"
        )
        var configuration = configuration(sink)
        if !isTrusted { configuration.certificateAuthorities = nil }
        let error = try await error(configuration)
        #expect(error.reason == .tls)
        #expect(!error.isPermanent)
        #expect(try sink.messages.isEmpty)
    }

    @Test("a wrong password is an error of the configuration: another attempt may succeed")
    func wrongPassword() async throws {
        let sink = try await MailSink(in: directory, user: Self.user)
        let wrong = SMTPConfiguration.Credentials(user: Self.user.name, password: "wrong password")
        let error = try await error(configuration(sink, credentials: wrong))
        #expect(error.reason == .authentication)
        #expect(error.code == 535)
        #expect(!error.isPermanent)
        #expect(!"\(error) \(wrong)".contains("wrong password"))
    }

    @Test("a server that demands authentication rejects a message without it; another attempt may succeed")
    func missingPassword() async throws {
        let sink = try await MailSink(in: directory, user: Self.user)
        let error = try await error(configuration(sink))
        #expect(error.reason == .rejected)
        #expect(error.code == 530)
        #expect(!error.isPermanent)
    }

    @Test("451 is temporary: the next attempt succeeds")
    func busy() async throws {
        let sink = try await MailSink(in: directory, behaviour: "busy")
        let error = try await error(configuration(sink))
        #expect(error.reason == .rejected)
        #expect(error.code == 451)
        #expect(error.response.contains("try again later"))
        #expect(!error.isPermanent)
        try await SMTPClient(configuration(sink)).send(message())
        #expect(try sink.messages.count == 1)
    }

    @Test("550 for the recipient is permanent")
    func rejected() async throws {
        let sink = try await MailSink(in: directory, behaviour: "reject")
        let error = try await error(configuration(sink))
        #expect(error.isPermanent)
        #expect(error.code == 550)
        #expect(error.response == "5.1.1 no such mailbox")
        #expect("\(error)".contains("(the mail server says 550: 5.1.1 no such mailbox)"))
    }

    @Test("a server that quotes the message reveals no code (security 23)")
    func quotingServer() async throws {
        let sink = try await MailSink(in: directory, behaviour: "spam")
        let link = "https://id.example/action?mode=resetPassword&oobCode=s3cretc0de"
        let error = try await error(configuration(sink), "Click <\(link)> or oobCode=s3cretc0de")
        #expect(error.isPermanent)
        #expect(error.code == 554)
        #expect(error.response.contains("rejected content"))
        #expect(!"\(error)".contains("s3cretc0de"))
    }

    @Test("a server that does not respond ends the attempt at the time limit")
    func slow() async throws {
        let sink = try await MailSink(in: directory, behaviour: "slow")
        var configuration = configuration(sink)
        configuration.timeout = 2
        let error = try await error(configuration)
        #expect(error.reason == .timeout)
        #expect(!error.isPermanent)
    }

    @Test("a server that ignores QUIT delays no accepted message", .timeLimit(.minutes(10)))
    func ignoredQuit() async throws {
        let sink = try await MailSink(in: directory, behaviour: "accept+ignore-quit")
        var configuration = configuration(sink)
        // Far beyond the time limit of the test.
        configuration.timeout = 3600
        try await SMTPClient(configuration).send(message())
        #expect(try sink.messages.count == 1)
    }

    @Test("a server that rejects a message and ignores QUIT has rejected it", .timeLimit(.minutes(10)))
    func ignoredQuitAfterRejection() async throws {
        let sink = try await MailSink(in: directory, behaviour: "reject+ignore-quit")
        var configuration = configuration(sink)
        configuration.timeout = 3600
        let error = try await error(configuration)
        #expect(error.isPermanent)
        #expect(error.code == 550)
    }

    @Test("a cancelled attempt ends soon, even if the server does not respond")
    func cancellation() async throws {
        let sink = try await MailSink(in: directory, behaviour: "slow")
        let client = SMTPClient(configuration(sink), grace: .milliseconds(100))
        let message = try message()
        let task = Task { try await client.send(message) }
        task.cancel()
        let error = await #expect(throws: SMTPError.self) { try await task.value }
        #expect(error?.reason == .cancelled)
    }

    @Test("a connection that ends in the message is a temporary error")
    func hangUp() async throws {
        let sink = try await MailSink(in: directory, behaviour: "hang-up")
        let error = try await error(configuration(sink))
        #expect(error.reason == .disconnected)
        #expect(!error.isPermanent)
    }

    @Test("a server that is closed for this client rejects temporarily")
    func closed() async throws {
        let sink = try await MailSink(in: directory, security: "none", behaviour: "closed")
        let error = try await error(configuration(sink, .none))
        #expect(error.reason == .unreachable)
        #expect(error.code == 554)
        #expect(!error.isPermanent)
    }

    @Test("a port without a listener and a name without an address have different errors")
    func unreachable() async throws {
        var configuration = SMTPConfiguration(host: "127.0.0.1", port: 1, helloName: "id.example")
        #expect(try await error(configuration).reason == .unreachable)
        configuration.host = "missing.invalid"
        #expect(try await error(configuration).reason == .unknownHost)
    }
}
